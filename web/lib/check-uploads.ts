import { brokenFileRule, type UploadWording } from '#schemas/limits/upload-rules.ts'

/** A file that the browser refuses to send, and the reason. */
export type Refused = { name: string; message: string }

/** Splits files that were chosen together into accepted and refused ones. */
export const checkUploads = (
  files: readonly File[],
  noun: UploadWording['noun'],
): { accepted: File[]; refused: Refused[] } => {
  const broken = (file: File) => brokenFileRule(file, { noun, batch: true })
  return {
    accepted: files.filter((file) => broken(file) === undefined),
    refused: files.flatMap((file) => {
      const message = broken(file)
      return message === undefined ? [] : [{ name: file.name, message }]
    }),
  }
}
