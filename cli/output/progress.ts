import { SingleBar } from 'cli-progress'
import type { Session } from '#cli/session.ts'
import { openPace } from './pace.ts'

/** How far long work has come. */
export type Progress = { to: (done: number) => void; end: () => void }

const silent = { to: () => undefined, end: () => undefined }

/** Characters of a bar at most, and columns of a window that has room for all that is told beside it. */
const [longestBar, wideWindow] = [24, 76]

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
 * A bar with rate and time left, on a terminal only, on standard error. `total` 0 stands for "not known yet".
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

/** Milliseconds between lines where no bar can be shown. */
const lineEvery = 5_000

/** The same for rows of which there may be very many: where no bar can be shown, a line on standard error now and then. */
export const openRowProgress = (session: Pick<Session, 'json' | 'terminal'>, total: number): Progress => {
  if (session.json || isShown(session)) return openProgress(session, 'rows', total)
  const pace = openPace(total)
  let told = performance.now()
  return {
    to: (done) => {
      const { rate, left } = pace(done)
      const now = performance.now()
      if (now - told < lineEvery) return
      told = now
      session.terminal.note(`${done} of ${total} rows, ${rate}/s, ${left} left`)
    },
    end: () => undefined,
  }
}

/** Milliseconds after which it is said what is waited for, and between two words about it. */
const [firstWord, nextWord] = [3_000, 15_000]

/** Says on standard error what is waited for, once that takes longer than a moment; answers how to end it. */
export const tellWaiting = ({ json, terminal }: Pick<Session, 'json' | 'terminal'>, words: string): (() => void) => {
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

/** How far work of the server has come: its share, 0 to 1, and what the server says of it in a few words. */
export type RemoteProgress = { to: (share: number, words: string) => void; end: () => void }

/** A bar for work that the server does and counts itself, on a terminal only. */
export const openRemoteProgress = (session: Pick<Session, 'json'>, name: string): RemoteProgress => {
  if (!isShown(session)) return silent
  const bar = barOf(`${name} {bar} {percentage}% | {words}`)
  bar.start(100, 0, { words: '' })
  return { to: (share, words) => bar.update(Math.floor(share * 100), { words }), end: () => bar.stop() }
}
