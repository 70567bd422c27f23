import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const encodings = [
  ['.br', (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })],
  ['.gz', (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 })],
] as const

const isText = (name: string): boolean => /\.(js|css|svg)$/.test(name)

const compress = async (file: string): Promise<void> => {
  const bytes = await readFile(file)
  for (const [ending, encode] of encodings) {
    const compressed = await encode(bytes)
    if (compressed.length < bytes.length) await writeFile(`${file}${ending}`, compressed)
  }
}

/** Writes the texts among the files of a folder compressed beside them, as `.br` and `.gz`, where that makes them smaller. */
export const compressAssets = async (folder: string): Promise<void> => {
  await Promise.all((await readdir(folder)).filter(isText).map((name) => compress(join(folder, name))))
}
