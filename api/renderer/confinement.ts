import { type ChildProcess, spawn } from 'node:child_process'
import { giveFilter, ownFiles, root, type Sandbox } from './sandbox.ts'

/**
 * Limits for one document: `memoryBytes` of resident memory and `timeoutMs` milliseconds, which are granted at most
 * `maxExtensions` times more while others keep the processor from the renderer.
 */
export type RendererLimits = { memoryBytes: number; timeoutMs: number; maxExtensions: number }

/** Far above the needs of a real document: a page takes about 50 ms and 150 MB. */
export const defaultLimits: RendererLimits = { memoryBytes: 512 * 1024 * 1024, timeoutMs: 20_000, maxExtensions: 2 }

/**
 * Documents after which a renderer is replaced. It bounds what a library leaks, and how many files a renderer sees
 * after a hostile file has taken it over. A start costs 210 ms of processor time.
 */
export const documentsPerRenderer = 25

/** Bytes of writable memory that Node reserves, and mostly never touches, before it opens a document. */
const reservedByNode = 768 * 1024 * 1024

/** The priority of a renderer: low, or idle time of the processor only. */
export type Share = 'little' | 'spare'

/**
 * Kernel limits in addition to the parent's watch: no core dump with a customer's file in it, no written file, few open
 * ones; no allocation far above the limit between two memory checks; first choice of the kernel when memory runs out;
 * and an end with its parent even while it hangs, by a parent-death signal on Linux, else after some CPU seconds.
 */
const underKernelLimits = `
{ echo 1000 > /proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0
ulimit -f 0
ulimit -n 256
ulimit -d "$1" 2>/dev/null
ulimit -t "$2" 2>/dev/null
nice=10
if [ "$3" = spare ]; then
  nice=19
  chrt --idle --pid 0 $$ >/dev/null 2>&1
fi
shift 3
command -v setpriv >/dev/null && exec setpriv --pdeathsig KILL nice -n $nice "$@"
exec nice -n $nice "$@"`

/** Node's permission model, in addition to the sandbox: the process reads only its own program. */
const renderer = [
  process.execPath,
  '--permission',
  '--allow-addons',
  '--disable-warning=PERM0001',
  ...ownFiles.map((path) => `--allow-fs-read=${path}`),
  '--max-old-space-size=128',
  `${root}api/renderer/process.ts`,
]

/**
 * Starts the renderer, or another program, in a sandbox with an empty environment: no key or password is within reach
 * of a hostile file. `documents` is the descriptor from which it reads documents.
 */
export const spawnConfined = (
  { memoryBytes, timeoutMs }: RendererLimits,
  sandbox: Sandbox,
  documents: number,
  share: Share,
  program: readonly string[] = renderer,
): ChildProcess => {
  const dataKilobytes = Math.ceil((reservedByNode + memoryBytes) / 1024)
  const cpuSeconds = Math.ceil((documentsPerRenderer * timeoutMs) / 1000) + 60
  const limits = [`${dataKilobytes}`, `${cpuSeconds}`, share]
  const child = spawn('/bin/sh', ['-c', underKernelLimits, 'sh', ...limits, ...sandbox.wrapper, ...program], {
    cwd: root,
    env: {},
    stdio: ['pipe', 'pipe', 'pipe', 'ignore', documents, 'pipe'],
  })
  giveFilter(child)
  return child
}
