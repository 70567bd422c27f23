import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The whole browser; undefined when there is none. */
export const findChromium = () => findProgram(chromium.names)

const headlessShell = 'chromium-headless-shell'

/** Chromium without windows and without a PDF viewer, which needs a third less processor time; undefined when there is none. */
export const findHeadlessShell = () => findProgram([headlessShell])

/** The system's name in /etc/os-release, or the platform. @returns {'debian' | 'ubuntu' | 'macos' | 'other'} */
const systemName = () => {
  if (process.platform === 'darwin') return 'macos'
  if (!existsSync('/etc/os-release')) return 'other'
  const release = readFileSync('/etc/os-release', 'utf8')
  const ids = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap((match) => (match[1] ?? '').split(' '))
  if (ids.includes('ubuntu')) return 'ubuntu'
  return ids.includes('debian') ? 'debian' : 'other'
}

const policy = '/usr/sbin/policy-rc.d'

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
  const ownPolicy = !existsSync(policy)
  if (ownPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
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
    if (ownPolicy) rmSync(policy, { force: true })
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
 * Ensures that a program is installed, and installs it if that needs no question.
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

/** Redis or Valkey; nothing to do if REDIS_URL names a running one. */
export const ensureRedis = async () => {
  if ((process.env.REDIS_URL ?? '') === '') await ensure(redis)
}

/** The test of the README's tour uses curl. */
export const ensureCurl = () => ensure(curl)

const dayMs = 24 * 60 * 60 * 1000

/** Whether a file was written within the last day. @param {string} file */
const isOfToday = (file) => existsSync(file) && Date.now() - statSync(file).mtimeMs < dayMs

/**
 * Installs a Debian package that we can do without, where that needs no question. After a failure it is not tried again
 * for a day, so that a machine without network starts as fast as ever.
 * @param {string} name of the package
 * @param {string} without what happens without it
 * @param {string} program that it brings
 */
const tryToInstall = async (name, without, program = name) => {
  if (findProgram([program]) !== undefined || process.getuid?.() !== 0) return
  const failed = join(import.meta.dirname, `../../.build/${name}-failed`)
  if (!['debian', 'ubuntu'].includes(systemName()) || isOfToday(failed)) return
  say(`Installing ${name} with apt-get ...`)
  await aptInstall([name]).catch(() => {
    writeFileSync(failed, '')
    say(`${name} could not be installed; ${without}.`)
  })
}

/** The browsers of the browser tests: Chromium, and its headless shell where the system has one. */
export const ensureChromium = async () => {
  await ensure(chromium)
  if (systemName() === 'debian') await tryToInstall(headlessShell, 'the browser tests take longer')
}

/** Tests use strace to show that the log is on disk before it is acknowledged; without it they are skipped. */
export const ensureStrace = () => tryToInstall('strace', 'the tests that need it are left out')

/** Bubblewrap confines the process that opens uploaded files. Without it the kernel alone does, as far as it can. */
export const ensureBubblewrap = () =>
  tryToInstall('bubblewrap', 'the workers say how else uploaded files are confined', 'bwrap')
