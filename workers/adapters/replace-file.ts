import { chmod, rename, writeFile } from 'node:fs/promises'

/** Writes a file, for its owner alone, so that nobody reads a part of it; what a crash leaves ends in `.part`. */
export const replaceFile = async (file: string, content: Uint8Array | string, mode = 0o600): Promise<void> => {
  await writeFile(`${file}.part`, content, { mode: 0o600 })
  await chmod(`${file}.part`, mode)
  await rename(`${file}.part`, file)
}
