import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Read at once: there is no disk behind it, and this is asked often. */
const fromProc = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)

const fromPs = async (pid: number): Promise<number> => Number((await run('ps', ['-o', 'rss=', '-p', `${pid}`])).stdout)

/** Memory that a process holds now, in bytes; 0 once it is gone. */
export const residentBytes = async (pid: number): Promise<number> => {
  try {
    return 1024 * (await (process.platform === 'linux' ? fromProc(pid) : fromPs(pid)))
  } catch {
    // The process ended between being asked for and being read: both sources then have nothing to read.
    return 0
  }
}
