import { processorSeconds } from '../process-cost.ts'
import { type Load, median, percentile } from './load.ts'

/** Something that answers requests, by its process. */
export type Side = { name: string; pid: number; run: (milliseconds: number) => Promise<Load> }

type Measured = { perSecond: number; microseconds: number; p99: number }

const round = Number(process.env.ROUND_MS ?? 2000)
const rounds = Number(process.env.ROUNDS ?? 5)
const warmAfter = Number(process.env.WARM_AFTER ?? 4000)

const measure = async ({ pid, run }: Side, milliseconds: number): Promise<Measured> => {
  const before = processorSeconds(pid)
  const load = await run(milliseconds)
  const used = processorSeconds(pid) - before
  const perSecond = load.answers / load.seconds
  return { perSecond, microseconds: (used / load.answers) * 1e6, p99: percentile(load, 0.99) }
}

/** By the number of requests and not by time: code that ran too seldom on a busy machine was not compiled yet. */
const warmUp = async ({ run }: Side): Promise<void> => {
  for (let answers = 0; answers < warmAfter; ) answers += (await run(round)).answers
}

const row = (name: string, { perSecond, microseconds, p99 }: Measured) =>
  `  ${name.padEnd(12)}${Math.round(perSecond).toLocaleString('en').padStart(8)}/s${Math.round(microseconds)
    .toLocaleString('en')
    .padStart(8)} us of processor time${p99.toFixed(1).padStart(8)} ms p99\n`

/**
 * Runs both in turns, after some time to warm up, and prints the median of each. Ratios are taken turn by turn, since what
 * else the machine does differs from turn to turn. Processor time is that of the serving process alone.
 */
export const compare = async (what: string, ours: Side, bare: Side, aim: number): Promise<void> => {
  const results = { ours: [] as Measured[], bare: [] as Measured[] }
  for (const side of [ours, bare]) await warmUp(side)
  for (let n = 0; n < rounds; n += 1) {
    results.ours.push(await measure(ours, round))
    results.bare.push(await measure(bare, round))
  }
  const middle = (of: readonly Measured[]): Measured => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    microseconds: median(of.map(({ microseconds }) => microseconds)),
    p99: median(of.map(({ p99 }) => p99)),
  })
  const [ofOurs, ofBare] = [middle(results.ours), middle(results.bare)]
  const ratio = median(results.ours.map(({ perSecond }, n) => perSecond / (results.bare[n]?.perSecond ?? Number.NaN)))
  const cost = ofBare.microseconds / ofOurs.microseconds
  process.stdout.write(
    `${what}: ${ratio.toFixed(2)} of the rate (aim ${aim}), ${cost.toFixed(2)} by processor time\n` +
      row(ours.name, ofOurs) +
      row(bare.name, ofBare),
  )
}
