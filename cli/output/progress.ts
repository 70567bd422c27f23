import { SingleBar } from 'cli-progress'
import type { Session } from '#cli/session.ts'

/** How far long work has come. */
export type Progress = { to: (done: number) => void; end: () => void }

const silent = { to: () => undefined, end: () => undefined }

const barOf = (format: string): SingleBar =>
  new SingleBar({
    format,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
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
  const started = performance.now()
  const bar = barOf(`{bar} {percentage}% | {value} of {total} ${unit} | {rate}/s | {eta_formatted} left`)
  bar.start(total, 0, { rate: 0 })
  return {
    to: (done) => bar.update(done, { rate: Math.round((done / (performance.now() - started)) * 1000) }),
    end: () => bar.stop(),
  }
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
