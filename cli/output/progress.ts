import { SingleBar } from 'cli-progress'
import type { Session } from '#cli/session.ts'
import { openPace } from './rate.ts'

/** Reports the progress of long work. */
export type Progress = { to: (done: number) => void; end: () => void }

const silent = { to: () => undefined, end: () => undefined }

/** Maximum of characters of a bar, and the width of a terminal that has room for the bar and its text. */
const longestBar = 24
const wideWindow = 76

const barOf = (format: string, barsize = longestBar): SingleBar =>
  new SingleBar({
    format,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize,
    hideCursor: true,
    clearOnComplete: false,
    stream: process.stderr,
  })

const isShown = ({ json }: Pick<Session, 'json'>): boolean => !json && process.stderr.isTTY === true

/**
 * A progress bar with rate and remaining time, only on a terminal, on standard error. `total` 0 stands for "not known
 * yet".
 */
export const openProgress = (session: Pick<Session, 'json'>, unit: string, total: number): Progress => {
  if (!isShown(session)) return silent
  const pace = openPace(total)
  const isWide = (process.stderr.columns ?? wideWindow) >= wideWindow
  const bar = isWide
    ? barOf(`{bar} {percentage}% | {value} of {total} ${unit} | {rate}/s | {left} left`)
    : barOf('{bar} {percentage}% {rate}/s {left} left', longestBar / 3)
  bar.start(total, 0, { rate: 0, left: '?' })
  return { to: (done) => bar.update(done, pace(done)), end: () => bar.stop() }
}

/** Milliseconds between progress lines without a terminal. */
const lineEvery = 5_000

/** Whether it is time for another line. */
const everyLine = (): (() => boolean) => {
  let lastPrinted = performance.now()
  return () => {
    const isTime = performance.now() - lastPrinted >= lineEvery
    if (isTime) lastPrinted = performance.now()
    return isTime
  }
}

/** Progress of rows, of which there may be very many: without a terminal, a line on standard error at intervals. */
export const openRowProgress = (session: Pick<Session, 'json' | 'terminal'>, total: number): Progress => {
  if (session.json || isShown(session)) return openProgress(session, 'rows', total)
  const pace = openPace(total)
  const isTime = everyLine()
  return {
    to: (done) => {
      const { rate, left } = pace(done)
      if (isTime()) session.terminal.note(`${done} of ${total} rows, ${rate}/s, ${left} left`)
    },
    end: () => undefined,
  }
}

/** Reports how many bytes are done, and of how many files. */
export type ByteProgress = { to: (bytes: number, files: number) => void; end: () => void }

/** A bar over the bytes of files, with files a second; without a terminal, a line on standard error at intervals. */
export const openByteProgress = (
  session: Pick<Session, 'json' | 'terminal'>,
  what: string,
  total: { bytes: number; files: number },
): ByteProgress => {
  if (session.json || total.files === 0) return silent
  const pace = openPace(total.bytes)
  const filePace = openPace(total.files)
  const words = (bytes: number, files: number) => ({
    files: `${files} of ${total.files} files`,
    rate: filePace(files).rate,
    left: pace(bytes).left,
  })
  if (!isShown(session)) {
    const isTime = everyLine()
    const to = (bytes: number, done: number) => {
      const { files, rate, left } = words(bytes, done)
      if (isTime()) session.terminal.note(`${what}: ${files}, ${rate}/s, ${left} left`)
    }
    return { to, end: () => undefined }
  }
  const bar = barOf(`${what} {bar} {percentage}% | {files} | {rate}/s | {left} left`)
  bar.start(total.bytes, 0, words(0, 0))
  return { to: (bytes, files) => bar.update(bytes, words(bytes, files)), end: () => bar.stop() }
}

/** Reports work of which only the share is known that is done: how many, and 0 to 1. */
export type ShareProgress = { to: (done: number, share: number) => void; end: () => void }

/**
 * Progress through a log, whose number of events is estimated from the share that was read: a bar, or without a terminal
 * a line on standard error at intervals. `begun` of them were done before.
 */
export const openShareProgress = (
  session: Pick<Session, 'json' | 'terminal'>,
  unit: string,
  begun: number,
): ShareProgress => {
  if (session.json) return silent
  const pace = openPace(0, undefined, begun)
  const estimate = (done: number, share: number) => (share > 0 ? Math.round(done / share) : done)
  if (!isShown(session)) {
    const isTime = everyLine()
    const to = (done: number, share: number) => {
      const { rate, left } = pace(done, estimate(done, share))
      if (isTime()) session.terminal.note(`${done} ${unit}, ${Math.floor(share * 100)}%, ${rate}/s, ${left} left`)
    }
    return { to, end: () => undefined }
  }
  const bar = barOf(`{bar} {percentage}% | {value} ${unit} | {rate}/s | {left} left`)
  const to = (done: number, share: number) => {
    const all = estimate(done, share)
    // Only now is anything known of how much there is.
    if (bar.isActive) bar.setTotal(all)
    else bar.start(all, begun, { rate: 0, left: '?' })
    bar.update(done, pace(done, all))
  }
  return { to, end: () => bar.stop() }
}

/** Milliseconds before the first message about waiting, and between two of them. */
const firstWord = 3_000
const nextWord = 15_000

/** Prints a message on standard error when waiting takes longer than a moment; returns a function that ends it. */
export const reportWaiting = ({ json, terminal }: Pick<Session, 'json' | 'terminal'>, words: string): (() => void) => {
  if (json) return () => undefined
  const started = performance.now()
  let timer = setTimeout(() => {
    terminal.note(`${words} ...`)
    timer = setInterval(() => {
      terminal.note(`${words}, for ${Math.round((performance.now() - started) / 1000)} s now ...`)
    }, nextWord)
  }, firstWord)
  return () => clearInterval(timer)
}

/** Reports the progress of work of the server: its share, 0 to 1, and the server's few words about it. */
export type RemoteProgress = { to: (share: number, words: string) => void; end: () => void }

/** A progress bar for work that the server does and counts, only on a terminal. */
export const openRemoteProgress = (session: Pick<Session, 'json'>, name: string): RemoteProgress => {
  if (!isShown(session)) return silent
  const bar = barOf(`${name} {bar} {percentage}% | {words}`)
  bar.start(100, 0, { words: '' })
  return { to: (share, words) => bar.update(Math.floor(share * 100), { words }), end: () => bar.stop() }
}
