import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { Writable } from 'node:stream'
import { seccompFilter } from './seccomp-filter.ts'
import { conditionalCalls } from './system-calls.ts'

/** The project's folder, wherever the workers were built to. */
export const root = `${dirname(findPackageJSON(import.meta.url) ?? '')}/`

/** The renderer's program and its packages. A path may be a symbolic link, and both ends have to be readable. */
export const ownFiles = [
  `${root}api/renderer/`,
  `${root}package.json`,
  `${root}node_modules/`,
  `${realpathSync(`${root}node_modules`)}/`,
]

/** Node, its shared libraries, and the files that it expects to be absent or readable. */
const systemFiles = [
  realpathSync(process.execPath),
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/etc/ld.so.cache',
  '/etc/ssl/openssl.cnf',
]

/** The descriptor from which a sandbox reads its filter of system calls. */
const filterPipe = 5

/** A sandbox: `wrapper` is the command that runs a program in it, `missing` the protection that it lacks. */
export type Sandbox = { name: string; wrapper: readonly string[]; missing?: string }

const bubblewrap: Sandbox = {
  name: 'bubblewrap',
  wrapper: [
    'bwrap',
    '--unshare-all',
    '--unshare-user',
    '--uid',
    '65534',
    '--gid',
    '65534',
    '--cap-drop',
    'ALL',
    '--die-with-parent',
    '--seccomp',
    `${filterPipe}`,
    ...[...systemFiles, ...ownFiles].flatMap((path) => ['--ro-bind-try', path, path]),
    '--remount-ro',
    '/',
    '--chdir',
    root,
  ],
}

const prctl = `${conditionalCalls.prctl?.numbers[process.arch === 'arm64' ? 1 : 0]}`
const confine = ['perl', `${root}api/renderer/confine.pl`, prctl]

const landlock: Sandbox = {
  name: 'Landlock and seccomp',
  wrapper: [...confine, ...systemFiles, ...ownFiles, '--'],
}

const seccomp: Sandbox = {
  name: 'seccomp',
  wrapper: [...confine, '--'],
  missing: 'it could read files of this user',
}

export const unconfined: Sandbox = {
  name: 'limits of memory and time',
  wrapper: [],
  missing: 'it could use the network, read and write files of this user, and start programs',
}

/** Sandboxes from the strictest on. The first three need system calls that are known here, so Linux and its processor. */
const byStrictness: readonly Sandbox[] =
  process.platform === 'linux' && seccompFilter() ? [bubblewrap, landlock, seccomp] : []

/** Hands a sandbox that is starting its filter. */
export const giveFilter = ({ stdio }: { stdio: readonly unknown[] }): void => {
  const pipe = stdio[filterPipe]
  if (!(pipe instanceof Writable)) throw new Error('The sandbox has no pipe for its filter')
  // 'exit' reports a sandbox that cannot start.
  pipe.on('error', () => {}).end(seccompFilter() ?? new Uint8Array())
}

const works = async ({ wrapper }: Sandbox): Promise<boolean> => {
  const child = spawn('/bin/sh', ['-c', 'exec "$@"', 'sh', ...wrapper, process.execPath, '--version'], {
    cwd: root,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'pipe'],
  })
  giveFilter(child)
  const [code] = await once(child, 'exit')
  return code === 0
}

/** The sandboxes that work on this machine, the strictest first. */
export const sandboxesHere = async (): Promise<readonly Sandbox[]> => {
  const found = await Promise.all(byStrictness.map(works))
  return byStrictness.filter((_, index) => found[index])
}

const findStrictest = async (): Promise<Sandbox> => {
  for (const sandbox of byStrictness) if (await works(sandbox)) return sandbox
  return unconfined
}

let strictest: Promise<Sandbox> | undefined

/** The strictest sandbox that works on this machine; each process finds it out once. */
export const strictestSandbox = (): Promise<Sandbox> => {
  strictest ??= findStrictest()
  return strictest
}

/** How uploaded files are opened here, as a sentence, and whether something is missing. */
export const describeSandbox = ({ name, missing }: Sandbox): { complete: boolean; words: string } => {
  const words = `Uploaded files are opened in a process confined by ${name}`
  if (missing === undefined) return { complete: true, words: `${words}.` }
  return { complete: false, words: `${words} only: taken over by a file, ${missing}. On Linux, install bubblewrap.` }
}
