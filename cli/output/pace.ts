/** How fast work goes, `rate` a second, and how long the rest takes at that pace, in words. */
export type Pace = { rate: number; left: string }

/** Milliseconds between two looks that are remembered, and how many of them are: what went fast long ago says little. */
const [lookEvery, mostLooks] = [1000, 10]

/** '40 s', '3 min 20 s', '2 h 5 min'. */
const inWords = (seconds: number): string => {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.round((whole % 3600) / 60)} min`
}

/** Watches work of `total` steps; `now` in milliseconds. Answers how fast it went in the last ten seconds. */
export const openPace = (total: number, now: () => number = () => performance.now()) => {
  const looks = [{ at: now(), done: 0 }]
  return (done: number): Pace => {
    const at = now()
    const [oldest = { at, done: 0 }] = looks
    const rate = (done - oldest.done) / Math.max((at - oldest.at) / 1000, 0.001)
    if (at - (looks.at(-1)?.at ?? 0) >= lookEvery) looks.push({ at, done })
    if (looks.length > mostLooks) looks.shift()
    return { rate: Math.round(rate), left: rate > 0 ? inWords((total - done) / rate) : '?' }
  }
}
