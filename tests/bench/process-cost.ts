import { readdirSync, readFileSync } from 'node:fs'

/** The fields of /proc/<pid>/stat from the state on; undefined when the process has ended. */
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

/** Seconds of processor time that a process has used, in all its threads, in steps of 10 ms. */
export const processorSeconds = (pid: number): number => {
  const fields = statOf(pid) ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** The fields of /proc/<pid>/stat of a process and of all its descendants. */
const family = (pid: number): { pid: number; fields: number[] }[] => {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const all = pids.flatMap((each) => {
    const fields = statOf(each)
    return fields ? [{ pid: each, fields }] : []
  })
  const of = (parent: number): typeof all => [
    ...all.filter((each) => each.pid === parent),
    ...all.filter(({ fields }) => fields[1] === parent).flatMap((child) => of(child.pid)),
  ]
  return of(pid)
}

/** Seconds of processor time of a process and all its descendants, including those that have ended. */
export const familySeconds = (pid: number): number =>
  family(pid)
    .flatMap(({ fields }) => fields.slice(11, 15))
    .reduce((sum, each) => sum + each / 100, 0)

/** Memory of a process and all its descendants in megabytes: shared pages in each, or in equal parts. */
export const familyMegabytes = (root: number): { resident: number; proportional: number } => {
  const of = (name: string) =>
    family(root).reduce((sum, { pid }) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return sum + Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024
    }, 0)
  return { resident: Math.round(of('Rss')), proportional: Math.round(of('Pss')) }
}

/** Milliseconds since a process was started, in steps of 10 ms. */
export const ageOf = (pid: number): number =>
  Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) * 1000 - Number(statOf(pid)?.[19]) * 10

/** Resident memory of a process in megabytes: in all, without mapped files, and at its peak. */
export const residentMegabytes = (pid: number): { all: number; own: number; most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { all: of('VmRSS'), own: of('RssAnon'), most: of('VmHWM') }
}
