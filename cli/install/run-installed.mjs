import { join } from 'node:path'
import { InstallError } from './commands.mjs'
import { handOver } from './hand-over.mjs'
import { withLock } from './lock.mjs'
import { installNpmPackages, pinnedNode } from './npm-packages.mjs'

export { whenNpmEnds } from './npm-end.mjs'
export {
  ensureBubblewrap,
  ensureChromium,
  ensureCurl,
  ensureRedis,
  ensureStrace,
  findChromium,
  findHeadlessShell,
} from './system-packages.mjs'

/** These programs start others and compute little, so a young generation of 1 MB in V8 is enough. */
const smallNursery = '--max-semi-space-size=1'

/**
 * Installs missing dependencies, one start at a time, then becomes a program of this project on the pinned Node. An
 * InstallError is one line on standard error and exit code 1.
 * @param {string} root the project's folder
 * @param {readonly (() => Promise<void>)[]} systemPrograms each ensures one program
 * @param {string} script the program
 * @param {readonly string[]} args
 */
export const runInstalled = async (root, systemPrograms, script, args = []) => {
  try {
    await withLock(join(root, '.build/install.lock'), async () => {
      await installNpmPackages(root)
      for (const ensure of systemPrograms) await ensure()
    })
    process.exitCode = await handOver(pinnedNode(root), [smallNursery, script, ...args])
  } catch (error) {
    if (!(error instanceof InstallError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
