/** The speed of work, `rate` steps a second, and the remaining time at that rate, in words. */
export type Pace = { rate: number; left: string }

/** Milliseconds between two samples, and the number of samples: older ones say little about the present rate. */
const pollEvery = 1000
const maxSamples = 10

/** Seconds as '40 s', '3 min 20 s' or '2 h 5 min'. */
const inWords = (seconds: number): string => {
  const rounded = Math.ceil(seconds)
  if (rounded < 60) return `${rounded} s`
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`
  return `${Math.floor(rounded / 3600)} h ${Math.round((rounded % 3600) / 60)} min`
}

/**
 * Measures the rate of work of `total` steps in the last ten seconds; `now` in milliseconds. Where `total` is an estimate, a
 * better one may be given later; `begun` steps were done before.
 */
export const openPace = (total: number, now: () => number = () => performance.now(), begun = 0) => {
  const samples = [{ at: now(), done: begun }]
  return (done: number, all: number = total): Pace => {
    const at = now()
    const [oldest = { at, done: 0 }] = samples
    const rate = (done - oldest.done) / Math.max((at - oldest.at) / 1000, 0.001)
    if (at - (samples.at(-1)?.at ?? 0) >= pollEvery) samples.push({ at, done })
    if (samples.length > maxSamples) samples.shift()
    return { rate: Math.round(rate), left: rate > 0 ? inWords((all - done) / rate) : '?' }
  }
}
