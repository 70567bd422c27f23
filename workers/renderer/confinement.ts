import { type ChildProcess, spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `memoryBytes` of resident memory and `timeoutMs` milliseconds for one document. */
export type RendererLimits = { memoryBytes: number; timeoutMs: number }

/** What a real document never comes near: a page takes about 50 ms and 150 MB. */
export const defaultLimits: RendererLimits = { memoryBytes: 512 * 1024 * 1024, timeoutMs: 20_000 }

/**
 * A renderer is replaced after this many documents, so that what a library leaks stays little, and one that a hostile
 * file has taken over sees few of the files after it. A start costs 210 ms of processor time.
 */
export const documentsPerRenderer = 25

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The renderer's program and its libraries; these may be a link to elsewhere, and both ends have to be readable. */
const readable = [
  `${root}workers/renderer/`,
  `${root}package.json`,
  `${root}node_modules/`,
  `${realpathSync(`${root}node_modules`)}/`,
]

/** Writable memory that Node reserves (and mostly never touches) before it opens anything, in bytes. */
const reservedByNode = 768 * 1024 * 1024

/**
 * The kernel's own limits, under what the parent watches: no core dump with a customer's file in it; no allocation far
 * past the limit between two looks at the memory; first in line when the machine runs out of memory; and an end with
 * its parent even while it hangs, where Linux can do that, else after some CPU seconds.
 */
const underKernelLimits = `
ulimit -c 0
ulimit -d "$1" 2>/dev/null
ulimit -t "$2" 2>/dev/null
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
shift 2
command -v setpriv >/dev/null && exec setpriv --pdeathsig KILL nice -n 10 "$@"
exec nice -n 10 "$@"`

/** Node's permission model: reads nothing but its own program, writes nothing, starts nothing. */
const nodeFlags = [
  '--permission',
  '--allow-addons',
  '--disable-warning=PERM0001',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  '--max-old-space-size=128',
]

/** Starts the renderer process with an empty environment: no key or password is within reach of a hostile file. */
export const spawnConfined = ({ memoryBytes, timeoutMs }: RendererLimits): ChildProcess => {
  const dataKilobytes = Math.ceil((reservedByNode + memoryBytes) / 1024)
  const cpuSeconds = Math.ceil((documentsPerRenderer * timeoutMs) / 1000) + 60
  const program = [process.execPath, ...nodeFlags, `${root}workers/renderer/process.ts`]
  return spawn('/bin/sh', ['-c', underKernelLimits, 'sh', `${dataKilobytes}`, `${cpuSeconds}`, ...program], {
    cwd: root,
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
  })
}
