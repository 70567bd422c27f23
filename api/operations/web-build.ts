import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the built web app is made of. */
const SOURCES = ['web/**/*', 'schemas/**/*', 'package-lock.json', 'package.json', 'tsconfig.json']

const fingerprint = (root: string): string => {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** Vite refused the sources; the message is its own output. */
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
    // A start that is stopped meanwhile must not leave the build running.
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

/** How long the parts of a build are kept for pages that were opened with it, in milliseconds. */
const keptFor = 24 * 60 * 60 * 1000

/** Pages that are open load their later parts under the old names: those go along with the new build for a day. */
const keepForOpenPages = (built: string, next: string): void => {
  const since = Date.now() - keptFor
  for (const name of globSync('assets/*', { cwd: built })) {
    const [from, to] = [join(built, name), join(next, name)]
    if (!existsSync(to) && statSync(from).mtimeMs > since) cpSync(from, to, { preserveTimestamps: true })
  }
}

/**
 * Builds the web app into .build/web unless it is there already, built from these very sources. A new build takes the
 * old one's place by rename, so an API that runs meanwhile never serves half of it.
 * @param root the project's folder
 * @throws {WebBuildFailed}
 */
export const buildWeb = async (root: string, say: (line: string) => void): Promise<void> => {
  const built = join(root, '.build/web')
  const marker = join(built, '.built-from')
  const wanted = fingerprint(root)
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return
  say('Building the web app ...')
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
  say(`Built the web app (${((Date.now() - started) / 1000).toFixed(1)} s).`)
}

// Run by itself it only builds: `npm run build`.
if (import.meta.main) {
  await buildWeb(join(import.meta.dirname, '../..'), (line) => process.stdout.write(`${line}\n`))
}
