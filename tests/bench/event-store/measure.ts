import { jsonEvent } from '@eventstore/db-client'
import { processorSeconds } from '../process-cost.ts'

/** An event like those of the application: about 200 bytes of data, 250 of metadata. */
export const benchEvent = (n: number) =>
  jsonEvent({
    type: 'VisitAdded',
    data: { siteId: '0b8f0a1e-7a51-4f58-9d52-aa7a6a2f6a10', n, description: 'Boiler service'.repeat(8) },
    metadata: {
      actor: '5a2d5f0e-3a52-4a7e-8f6e-9b1f0f1f7c11',
      team: '1c9d2b7e-6c5f-4f0b-b0d4-3c8a5f3a9e22',
      commandId: 'f3b1d6a2-9a0c-4f57-8d0e-2f6b7c8d9e33',
      correlationId: 'f3b1d6a2-9a0c-4f57-8d0e-2f6b7c8d9e33',
    },
  })

/** Operations per second, and the microseconds of processor time of one, here and in the serving process. */
export type Measured = { rate: number; here: number; there: number }

/** Runs `work` after a warm-up round: the best rate of `rounds`, and the processor time of all of them. */
export async function measured(
  operations: number,
  work: () => Promise<void> | void,
  { pid, rounds = 3 }: { pid?: number | undefined; rounds?: number } = {},
): Promise<Measured> {
  await work()
  const thereSoFar = () => (pid === undefined ? 0 : processorSeconds(pid))
  const here = process.cpuUsage()
  const there = thereSoFar()
  let rate = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await work()
    rate = Math.max(rate, (operations / (performance.now() - started)) * 1000)
  }
  const { user, system } = process.cpuUsage(here)
  const all = operations * rounds
  return { rate, here: (user + system) / all, there: ((thereSoFar() - there) * 1e6) / all }
}

/** Runs `work` in `count` concurrent workers, each with its number. */
export async function concurrently(count: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: count }, (_, worker) => work(worker)))
}

const totalOf = ({ here, there }: Measured): number => here + there

/** Prints a line; the ratio to a yardstick is given by the clock and by processor time, and more is better in both. */
export function reportMeasured(name: string, value: Measured, yardstick?: [name: string, value: Measured]): void {
  const rate = `${Math.round(value.rate).toLocaleString('en').padStart(10)}/s`
  const cost = `${value.here.toFixed(1).padStart(7)} + ${value.there.toFixed(1)} us`
  process.stdout.write(`${name.padEnd(44)}${rate}${cost.padEnd(20)}${yardstick ? ratios(value, yardstick) : ''}\n`)
}

function ratios(value: Measured, [name, other]: [name: string, value: Measured]): string {
  const byClock = (value.rate / other.rate).toFixed(2)
  const byCost = (totalOf(other) / totalOf(value)).toFixed(2)
  return `= ${byClock} (by processor time ${byCost}) x ${name}`
}

export function report(name: string, value: number, yardstick?: [name: string, value: number]): void {
  const ratio = yardstick ? `  = ${(value / yardstick[1]).toFixed(2)} x ${yardstick[0]}` : ''
  process.stdout.write(`${name.padEnd(44)}${Math.round(value).toLocaleString('en').padStart(10)}/s${ratio}\n`)
}
