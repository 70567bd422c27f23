import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The inputs of the web build. */
const SOURCES = ['web/**/*', 'schemas/**/*', 'package-lock.json', 'package.json', 'tsconfig.json']

const fingerprint = (root: string): string => {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Vite's build failed; the message is its output. */
export class WebBuildFailed extends Error {
  override name = 'WebBuildFailed'
}

const runVite = (root: string, outDir: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', '--config', 'web/vite.config.ts', '--outDir', outDir, '--emptyOutDir']
    const child = spawn(process.execPath, [...args, '--logLevel', 'warn'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    // A start that is stopped meanwhile also stops the build.
    const endBuild = (): void => {
      child.kill()
    }
    process.once('exit', endBuild)
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(String(data)))
    child.once('error', reject)
    child.once('close', (code) => {
      process.off('exit', endBuild)
      if (code === 0) resolve()
      else reject(new WebBuildFailed(output.join('').trim()))
    })
  })

/** Milliseconds that the chunks of a former build are kept for pages that are open. */
const keptFor = 24 * 60 * 60 * 1000

/** Copies the chunks of former builds into the new one for a day: open pages load further chunks by their old names. */
const keepForOpenPages = (built: string, next: string): void => {
  const since = Date.now() - keptFor
  for (const name of globSync('assets/*', { cwd: built })) {
    const [from, to] = [join(built, name), join(next, name)]
    if (!existsSync(to) && statSync(from).mtimeMs > since) cpSync(from, to, { preserveTimestamps: true })
  }
}

/**
 * Builds the web app into .build/web unless the build there is of the same sources. A new build replaces the old one by
 * rename, so that a running API never serves an incomplete one.
 * @param root the project's folder
 * @throws {WebBuildFailed}
 */
export const buildWeb = async (root: string, print: (line: string) => void): Promise<void> => {
  const built = join(root, '.build/web')
  const marker = join(built, '.built-from')
  const wanted = fingerprint(root)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  print('Building the web app ...')
  const started = Date.now()
  const next = `${built}-next-${process.pid}`
  const old = `${built}-old-${process.pid}`
  try {
    await runVite(root, next)
    writeFileSync(join(next, '.built-from'), wanted)
    if (existsSync(built)) {
      keepForOpenPages(built, next)
      renameSync(built, old)
    }
    renameSync(next, built)
  } finally {
    rmSync(next, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
  print(`Built the web app (${((Date.now() - started) / 1000).toFixed(1)} s).`)
}

// As the main module it only builds: `npm run build`.
if (import.meta.main) {
  await buildWeb(join(import.meta.dirname, '../..'), (line) => process.stdout.write(`${line}\n`))
}
