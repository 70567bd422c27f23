import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findProgram, InstallError, runQuietly, say } from './commands.mjs'

/**
 * @typedef {object} SystemProgram
 * @property {string} title what the person reads
 * @property {readonly string[]} names programs that will do, in order of preference
 * @property {{ debian: string, ubuntu: string, brew: readonly string[] }} packages what brings it
 * @property {string} [otherwise] another way than installing it
 */

/** @type {SystemProgram} */
const redis = {
  title: 'Redis',
  names: ['redis-server', 'valkey-server'],
  packages: { debian: 'redis-server', ubuntu: 'redis-server', brew: ['redis'] },
  otherwise: 'or set REDIS_URL to one that runs already',
}

/** @type {SystemProgram} */
const chromium = {
  title: 'Chromium',
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  packages: { debian: 'chromium', ubuntu: 'chromium-browser', brew: ['--cask', 'chromium'] },
}

/** @type {SystemProgram} */
const curl = { title: 'curl', names: ['curl'], packages: { debian: 'curl', ubuntu: 'curl', brew: ['curl'] } }

/** The browser that the browser tests drive; undefined when there is none. */
export const findChromium = () => findProgram(chromium.names)

/** The system's name in /etc/os-release, or the platform. @returns {'debian' | 'ubuntu' | 'macos' | 'other'} */
const systemName = () => {
  if (process.platform === 'darwin') return 'macos'
  if (!existsSync('/etc/os-release')) return 'other'
  const release = readFileSync('/etc/os-release', 'utf8')
  const ids = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap((match) => (match[1] ?? '').split(' '))
  if (ids.includes('ubuntu')) return 'ubuntu'
  return ids.includes('debian') ? 'debian' : 'other'
}

const POLICY = '/usr/sbin/policy-rc.d'

/**
 * Installs Debian packages without starting the services they bring: Siteledger runs its own Redis on a port of its own.
 * @param {readonly string[]} names
 */
const aptInstall = async (names) => {
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    runQuietly(
      names.join(', '),
      'apt-get',
      ['install', '-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...names],
      quiet,
    )
  const update = () => runQuietly('package lists', 'apt-get', ['update', '-q'], quiet)
  const ownPolicy = !existsSync(POLICY)
  if (ownPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const haveLists =
      existsSync('/var/lib/apt/lists') && readdirSync('/var/lib/apt/lists').some((name) => name.includes('_Packages'))
    if (!haveLists) await update()
    // Lists that are too old name packages that the mirror no longer has: fetch them again, once.
    await install().catch(async (error) => {
      if (!haveLists) throw error
      say('  ... fetching newer package lists')
      await update()
      await install()
    })
  } finally {
    if (ownPolicy) rmSync(POLICY, { force: true })
  }
  if (names.includes('redis-server') && existsSync('/run/systemd/system')) {
    await runQuietly('redis-server service', 'systemctl', ['disable', '--now', 'redis-server'])
  }
}

/**
 * How a missing program comes onto this system: a command we may run, and the command a person would type.
 * @param {SystemProgram} program
 * @returns {{ install?: () => Promise<void>, with?: string, byHand: string }}
 */
const wayToInstall = ({ title, packages }) => {
  const system = systemName()
  if (system === 'debian' || system === 'ubuntu') {
    const byHand = `sudo apt-get install ${packages[system]}`
    const isRoot = process.getuid?.() === 0
    return isRoot ? { install: () => aptInstall([packages[system]]), with: 'apt-get', byHand } : { byHand }
  }
  const byHand = `brew install ${packages.brew.join(' ')}`
  if (system !== 'macos') return { byHand: `your system's package for ${title}` }
  const brew = findProgram(['brew'])
  if (brew === undefined) return { byHand: `${byHand} (Homebrew: https://brew.sh)` }
  return { install: () => runQuietly(title, brew, ['install', '--quiet', ...packages.brew]), with: 'brew', byHand }
}

/**
 * Makes sure that a program is there, installing it where that can be done without asking.
 * @param {SystemProgram} program
 * @throws {InstallError} one line that says exactly what to install
 */
const ensure = async (program) => {
  if (findProgram(program.names) !== undefined) return
  const way = wayToInstall(program)
  const advice = `Install it: ${way.byHand}${program.otherwise === undefined ? '' : ` (${program.otherwise})`}`
  if (way.install === undefined) throw new InstallError(`${program.title} is missing. ${advice}`)
  say(`Installing ${program.title} with ${way.with} ...`)
  await way.install()
  if (findProgram(program.names) === undefined) throw new InstallError(`${program.title} is still missing. ${advice}`)
  say(`Installed ${program.title}.`)
}

/** Redis or Valkey; nothing to do where REDIS_URL names one that runs already. */
export const ensureRedis = async () => {
  if ((process.env.REDIS_URL ?? '') === '') await ensure(redis)
}

export const ensureChromium = () => ensure(chromium)

/** The tour of the README is walked with it. */
export const ensureCurl = () => ensure(curl)

/** strace shows the tests that the log is on disk before it is acknowledged; where it cannot be had they do without. */
export const ensureStrace = async () => {
  if (findProgram(['strace']) !== undefined || process.getuid?.() !== 0) return
  if (!['debian', 'ubuntu'].includes(systemName())) return
  say('Installing strace with apt-get ...')
  await aptInstall(['strace']).catch(() => say('strace could not be installed; the tests that need it are left out.'))
}
