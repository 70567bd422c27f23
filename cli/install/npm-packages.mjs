import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, InstallError, runQuietly, say } from './commands.mjs'

/** @param {string} root */
const fingerprint = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')

/** @param {string} file */
const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/** The npm that started this process, or the one on PATH. */
const npmCommand = () => {
  const script = process.env.npm_execpath
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, script]
  const npm = findProgram(['npm'])
  if (npm === undefined) throw new InstallError('npm is not on PATH. Install Node.js 20 or newer with its npm.')
  return [npm]
}

/**
 * Installs the npm packages of package-lock.json unless they are installed: a marker in node_modules holds the hash of
 * the lock file. A fresh clone gets exactly what the lock file says, by `npm ci`. That would begin with removing what is
 * there, also where no registry can be reached, so what is there is changed by `npm install`, and the lock file never.
 * @param {string} root the project's folder
 * @returns {Promise<void>}
 */
export const installNpmPackages = async (root) => {
  const marker = join(root, 'node_modules', '.siteledger-installed')
  const wanted = fingerprint(root)
  if (readIfThere(marker) === wanted) return
  const way = existsSync(join(root, 'node_modules')) ? 'install' : 'ci'
  say('Installing npm packages ...')
  const [command = 'npm', ...args] = npmCommand()
  const options = ['--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  await runQuietly('npm packages', command, [...args, way, `--prefix=${root}`, ...options])
  writeFileSync(marker, wanted)
  say('Installed npm packages.')
}

/**
 * The Node that package.json pins, installed by npm like any other package.
 * @param {string} root the project's folder
 * @returns {string} its path
 */
export const pinnedNode = (root) => {
  const node = findProgram([join(root, 'node_modules', 'node', 'bin', 'node'), join(root, 'node_modules/.bin/node')])
  if (node !== undefined) return node
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major === 24 && minor >= 15) return process.execPath
  throw new InstallError(
    'npm did not install Node 24 (are install scripts turned off? see: npm config get ignore-scripts). Allow them and run npm install, or use Node 24.15 or newer.',
  )
}
