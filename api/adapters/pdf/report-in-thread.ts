import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ReportOrder } from './report-thread.ts'

/** Milliseconds for which a thread waits for its next report: starting one takes a second. */
const idleMilliseconds = 30_000

let idle: { thread: Worker; timer: NodeJS.Timeout } | undefined

const takeThread = (): Worker => {
  if (idle === undefined) return new Worker(new URL('./report-thread.ts', import.meta.url))
  const { thread, timer } = idle
  clearTimeout(timer)
  idle = undefined
  thread.ref()
  return thread
}

const keep = (thread: Worker): void => {
  if (idle !== undefined) return void thread.terminate()
  thread.unref()
  const end = () => {
    idle = undefined
    void thread.terminate()
  }
  idle = { thread, timer: setTimeout(end, idleMilliseconds).unref() }
}

/** Draws a report in a thread of its own, which waits for another for a while. Throws what the thread threw. */
export const reportInThread = async (order: ReportOrder): Promise<Uint8Array> => {
  const thread = takeThread()
  const ended = new AbortController()
  const exit = (code: number) => ended.abort(new Error(`The report ended with code ${code}`))
  thread.once('exit', exit)
  thread.postMessage(order)
  const [bytes] = await once(thread, 'message', { signal: ended.signal })
  thread.off('exit', exit)
  keep(thread)
  return bytes
}
