import { readFileSync } from 'node:fs'

/** Seconds of processor time that a process has used so far, all its threads, in steps of 10 ms. */
export const processorSeconds = (pid: number): number => {
  const [, , ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, '()')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
