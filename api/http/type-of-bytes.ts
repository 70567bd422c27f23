import { fileTypeFromFile } from 'file-type'

/** Whether the system failed, as where the file is gone, and not the reading of what is in it. */
const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error

/**
 * The MIME type that the bytes of a file show; undefined where they show none. Bytes that begin like an archive and break
 * off, or lie about their lengths, may fail the library that `sniff`s: then they are of no type (D-46).
 */
export const typeOfBytes = async (
  path: string,
  sniff: (path: string) => Promise<{ mime: string } | undefined> = fileTypeFromFile,
): Promise<string | undefined> => {
  try {
    return (await sniff(path))?.mime
  } catch (error) {
    if (isOfSystem(error)) throw error
    return undefined
  }
}
