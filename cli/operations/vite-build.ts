import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The inputs of every build, apart from its own sources. */
const common = ['schemas/**/*', 'package-lock.json', 'package.json', 'tsconfig.json']

/** Vite's build failed; the message is its output. */
export class BuildFailed extends Error {
  override name = 'BuildFailed'
}

/** A hash of everything that a build of these sources is made from. */
export const fingerprint = (root: string, sources: readonly string[]): string => {
  const hash = createHash('sha256')
  const files = globSync([...sources, ...common], { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

const runVite = (root: string, config: string, outDir: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = join(root, 'node_modules/vite/bin/vite.js')
    const args = [vite, 'build', '--config', config, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn']
    const child = spawn(process.execPath, args, {
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
      else reject(new BuildFailed(output.join('').trim()))
    })
  })

/** The name of a build, as the person reads it, and the configuration of Vite for it. */
type Part = { name: string; config: string }

/**
 * Runs Vite's build into a folder, and says so.
 * @throws {BuildFailed}
 */
export const viteBuild = async (
  root: string,
  { name, config }: Part,
  outDir: string,
  print: (line: string) => void,
): Promise<void> => {
  print(`Building ${name} ...`)
  const started = Date.now()
  await runVite(root, config, outDir)
  print(`Built ${name} (${((Date.now() - started) / 1000).toFixed(1)} s).`)
}
