import { SingleBar } from 'cli-progress'
import type { Session } from '#cli/session.ts'

/** How far long work has come. */
export type Progress = { to: (done: number) => void; end: () => void }

const silent: Progress = { to: () => undefined, end: () => undefined }

/**
 * A bar with rate and time left, on a terminal only, on standard error. `total` 0 stands for "not known yet".
 */
export const openProgress = ({ json }: Pick<Session, 'json'>, unit: string, total: number): Progress => {
  if (json || process.stderr.isTTY !== true) return silent
  const started = performance.now()
  const bar = new SingleBar({
    format: `{bar} {percentage}% | {value} of {total} ${unit} | {rate}/s | {eta_formatted} left`,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: false,
    stream: process.stderr,
  })
  bar.start(total, 0, { rate: 0 })
  return {
    to: (done) => bar.update(done, { rate: Math.round((done / (performance.now() - started)) * 1000) }),
    end: () => bar.stop(),
  }
}
