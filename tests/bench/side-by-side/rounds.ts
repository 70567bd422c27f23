import { median, percentile } from '../api/load.ts'
import type { Side } from './sides.ts'

/** The work of one side in one round; `spent` are seconds of processor time, of all its processes unless given. */
export type Sample = { answers: number; seconds: number; latencies: number[]; spent?: number; behind?: number }

/** One or several measurements of one side, by their names. */
export type Work = (side: Side, round: number) => Promise<Record<string, Sample>>

type Results = Map<string, Map<Side, Sample[]>>

/** Takes a work in turn on each side, in several rounds. */
export const inTurns = async (sides: readonly Side[], rounds: number, work: Work): Promise<Results> => {
  const results: Results = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const before = side.spent()
      const samples = Object.entries(await work(side, round))
      const spent = side.spent() - before
      for (const [name, sample] of samples) {
        const of = results.get(name) ?? new Map<Side, Sample[]>()
        results.set(name, of.set(side, [...(of.get(side) ?? []), { spent, ...sample }]))
      }
    }
  }
  return results
}

const rate = ({ answers, seconds }: Sample) => answers / seconds
const cost = ({ answers, spent = Number.NaN }: Sample) => (spent / answers) * 1e6
const at = (part: number) => (sample: Sample) => percentile(sample, part)
const hasCost = (samples: readonly Sample[]) => samples.every((sample) => Number.isFinite(cost(sample)))
const short = (value: number) => (value < 100 ? value.toPrecision(2) : Math.round(value).toLocaleString('en'))

const ratioOf = (ours: readonly Sample[], theirs: readonly Sample[], value: (sample: Sample) => number) =>
  median(ours.map((sample, n) => value(sample) / value(theirs[n] ?? sample)))

const say = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)
const mark = (count: number) => say(...Array.from({ length: count }, () => '---'))

export const sayHeads = (sides: readonly Side[]): void => {
  const others = sides.slice(1)
  say('work', ...sides.map(({ name }) => name), ...others.map(({ name }) => `of ${name} (by processor time)`))
  mark(1 + sides.length + others.length)
}

/** Prints the memory of all processes: resident, and with shared pages in equal parts. */
export const sayMemory = (name: string, sides: readonly Side[]): void => {
  const [ours, ...others] = sides.map(({ megabytes }) => megabytes())
  if (!ours) return
  const cells = [ours, ...others].map(({ resident, proportional }) => `${resident} MB, ${proportional} MB`)
  const ratios = others.map((theirs) => `${(theirs.proportional / ours.proportional).toFixed(2)}`)
  say(`${name}: resident, and with shared pages in equal parts`, ...cells, ...ratios)
}

/** Prints a row for each measurement: medians of the rounds, and the median ratio of neighbouring rounds. */
export const sayRates = (results: Results): void => {
  for (const [name, of] of results) {
    const [ours = [], ...others] = of.values()
    const cells = [...of.values()].map((samples) => {
      const middle = (value: (sample: Sample) => number) => short(median(samples.map(value)))
      const isOne = samples.every(({ answers }) => answers === 1)
      const isOneAnswer = samples.every(({ latencies }) => latencies.length === 1)
      const speed = isOne ? '' : `${middle(rate)}/s`
      const waits = `${isOne ? '' : 'p50 '}${middle(at(0.5))} ms`
      const worst = isOneAnswer ? '' : `p99 ${middle(at(0.99))} ms`
      const processor = hasCost(samples) ? `${short(median(samples.map(cost)) / 1000)} ms CPU` : ''
      return [speed, isOneAnswer && !isOne ? '' : waits, worst, processor].filter((part) => part !== '').join(', ')
    })
    const ratios = others.map((theirs) => {
      const byTime = hasCost(ours) ? ` (${ratioOf(ours, theirs, (sample) => 1 / cost(sample)).toFixed(2)})` : ''
      return `${ratioOf(ours, theirs, rate).toFixed(2)}${byTime}`
    })
    say(name, ...cells, ...ratios)
  }
}

/** Prints how long each call took alone and during a disturbance, with the ratio of the 99th percentiles. */
export const sayDisturbed = (results: Results): void => {
  for (const [name, during] of results) {
    const alone = results.get(`${name}, alone`)
    if (!alone) continue
    const cells = [...during].map(([side, samples]) => {
      const quiet = alone.get(side) ?? []
      const from = (part: number) =>
        `p${part * 100} ${short(median(quiet.map(at(part))))} to ${short(median(samples.map(at(part))))}`
      const times = ratioOf(samples, quiet, at(0.99)).toFixed(1)
      const behind = samples.reduce((sum, sample) => sum + (sample.behind ?? 0), 0)
      return `${from(0.5)}, ${from(0.99)} ms (${times} x)${behind === 0 ? '' : `, ${behind} behind`}`
    })
    say(name, ...cells)
  }
}

export const sayDisturbedHeads = (sides: readonly Side[]): void => {
  say('while others work', ...sides.map(({ name }) => name))
  mark(1 + sides.length)
}
