import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fingerprint, viteBuild } from '#cli/operations/vite-build.ts'

const web = { name: 'the web app', config: 'web/vite.config.ts' }

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
const compressAssets = async (folder: string): Promise<void> => {
  await Promise.all((await readdir(folder)).filter(isText).map((name) => compress(join(folder, name))))
}

/** Milliseconds that the chunks of a former build are kept for pages that are open. */
const keptFor = 24 * 60 * 60 * 1000

/** Copies the chunks of former builds into the new one for a day: open pages load further chunks by their old names. */
const keepForOpenPages = (built: string, next: string): void => {
  const since = Date.now() - keptFor
  for (const name of globSync('assets/*', { cwd: built })) {
    const from = join(built, name)
    const to = join(next, name)
    if (!existsSync(to) && statSync(from).mtimeMs > since) cpSync(from, to, { preserveTimestamps: true })
  }
}

const marker = '.built-from'
const sourcesOf = (root: string): string => fingerprint(root, ['web/**/*'])

/** The folder of the build of the present sources; undefined where there is none. */
export const builtWeb = (root: string): string | undefined => {
  const built = join(root, '.build/web')
  const from = join(built, marker)
  return existsSync(from) && readFileSync(from, 'utf8') === sourcesOf(root) ? built : undefined
}

/**
 * Builds the web app into .build/web unless the build there is of the same sources. A new build replaces the old one by
 * rename, so that a running API never serves an incomplete one.
 * @param root the project's folder
 * @returns the folder
 * @throws {BuildFailed}
 */
export const buildWeb = async (root: string, print: (line: string) => void): Promise<string> => {
  const known = builtWeb(root)
  if (known !== undefined) return known
  const wanted = sourcesOf(root)
  const built = join(root, '.build/web')
  const next = `${built}-next-${process.pid}`
  const old = `${built}-old-${process.pid}`
  try {
    await viteBuild(root, web, next, print)
    await compressAssets(join(next, 'assets'))
    writeFileSync(join(next, marker), wanted)
    if (existsSync(built)) {
      keepForOpenPages(built, next)
      renameSync(built, old)
    }
    renameSync(next, built)
  } finally {
    rmSync(next, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  return built
}
