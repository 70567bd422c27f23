import { readdirSync, readFileSync } from 'node:fs'

/** What the kernel tells of a process, from its state on; undefined once it is gone. */
const statOf = (pid: number): number[] | undefined => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
      .map(Number)
  } catch {
    return undefined
  }
}

/** Seconds of processor time that a process has used so far, all its threads, in steps of 10 ms. */
export const processorSeconds = (pid: number): number => {
  const fields = statOf(pid) ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The same of a process and all that it started, those included that have ended. */
export const familySeconds = (pid: number): number => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const all = new Map(pids.map((each) => [each, statOf(each)]))
  const of = (parent: number): number => {
    const [own = 0, system = 0, ended = 0, endedSystem = 0] = all.get(parent)?.slice(11, 15) ?? []
    const children = pids.filter((each) => all.get(each)?.[1] === parent)
    return (own + system + ended + endedSystem) / 100 + children.reduce((sum, each) => sum + of(each), 0)
  }
  return of(pid)
}

/** Megabytes of a process that are in memory: in all, without what is of files, and the most that there ever were. */
export const residentMegabytes = (pid: number): { all: number; own: number; most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { all: of('VmRSS'), own: of('RssAnon'), most: of('VmHWM') }
}
