import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Resident memory of a process in bytes, how many threads it has, and the processor time that they have used in
 * milliseconds, undefined where the system does not tell. Zeros once it has ended.
 */
export type Usage = { memoryBytes: number; threads: number; processorMs: number | undefined }

/** Milliseconds of a tick of /proc, the same on every Linux. */
const tick = 10

/** Synchronous reads: /proc is not on a disk, and the call is frequent. */
const fromProc = (pid: number): Usage => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  // The name of the program in parentheses may hold spaces.
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  const processorMs = tick * (Number(times[11]) + Number(times[12]))
  return { memoryBytes: 1024 * field('VmRSS'), threads: field('Threads'), processorMs }
}

const fromPs = async (pid: number): Promise<Usage> => {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', `${pid}`])
  return { memoryBytes: 1024 * Number(stdout), threads: 0, processorMs: undefined }
}

export const usageOf = async (pid: number): Promise<Usage> => {
  try {
    return await (process.platform === 'linux' ? fromProc(pid) : fromPs(pid))
  } catch {
    // The process ended before the read: both sources are then empty.
    return { memoryBytes: 0, threads: 0, processorMs: 0 }
  }
}

const parentOf = (pid: number): number => {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}

/** The process that a chain of wrappers runs: the last descendant of `pid`, or `pid` itself. */
export const innermost = (pid: number): number => {
  if (process.platform !== 'linux') return pid
  const parents = new Map(
    readdirSync('/proc')
      .map(Number)
      .filter(Number.isInteger)
      .map((each) => [parentOf(each), each]),
  )
  let inner = pid
  for (let child = parents.get(inner); child !== undefined; child = parents.get(inner)) inner = child
  return inner
}
