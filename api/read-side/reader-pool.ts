import { Worker } from 'node:worker_threads'
import { BrokenFile, ReaderGone, ReadersBusy } from './reader-errors.ts'
import type { RunQuery, SlowModel } from './slow-queries.ts'

/** `folder` holds the read models. */
export type ReaderSetup = { folder: string }

export type ReaderOrder =
  | { type: 'query'; model: SlowModel; query: string; args: readonly unknown[] }
  | { type: 'reopen'; model: SlowModel }
  | { type: 'close' }

/** An error keeps its message and stack between threads, but not its class; `ofFile` tells one of the file. */
export type ReaderAnswer = { result: unknown } | { error: unknown; ofFile: boolean }

type Task = {
  order: ReaderOrder
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

type Reader = { thread: Worker; task: Task | undefined; idle: NodeJS.Timeout | undefined }

type Limits = { threads: number; waiting: number; idleMilliseconds: number }

/** A search while typing is useless after a few hundred milliseconds, so the queue is short; idle threads end. */
const usual: Limits = { threads: 2, waiting: 100, idleMilliseconds: 30_000 }

/** The runner of queries on slow read models. */
export type Readers = {
  /** Rejects with ReadersBusy, ReaderGone, BrokenFile, or the query's own error or a copy of it. */
  run: RunQuery
  /** Makes later queries read the file that has just been swapped in. */
  reopen: (model: SlowModel) => void
  close: () => Promise<void>
}

export type ReaderPool = Readers & {
  /** The running threads. */
  threads: () => Worker[]
}

/** The result of a query. Throws its error, or BrokenFile. */
export const resultOf = (answer: ReaderAnswer): unknown => {
  if ('result' in answer) return answer.result
  throw answer.ofFile ? new BrokenFile(String(answer.error)) : answer.error
}

/**
 * A pool of threads for slow queries, so that they delay only each other. Threads start on demand, end when idle, and
 * are replaced when they die. Each runs one query at a time.
 */
export const openReaderPool = (folder: string, limits: Partial<Limits> = {}): ReaderPool => {
  const { threads: maxThreads, waiting: maxWaiting, idleMilliseconds } = { ...usual, ...limits }
  const readers = new Set<Reader>()
  const waiting: Task[] = []
  let closing = false

  const dispatch = (reader: Reader, task: Task): void => {
    clearTimeout(reader.idle)
    reader.task = task
    reader.thread.postMessage(task.order)
  }

  const release = (reader: Reader): void => {
    const next = waiting.shift()
    if (next) {
      dispatch(reader, next)
      return
    }
    reader.idle = setTimeout(() => end(reader), idleMilliseconds)
    reader.idle.unref()
  }

  /** Lets a thread finish its query, close its files and exit. */
  const end = (reader: Reader): Promise<unknown> => {
    clearTimeout(reader.idle)
    readers.delete(reader)
    const exited = new Promise((resolve) => reader.thread.once('exit', resolve))
    reader.thread.postMessage({ type: 'close' } satisfies ReaderOrder)
    return exited
  }

  const start = (task: Task): void => {
    const thread = new Worker(new URL('./reader-thread.ts', import.meta.url), {
      workerData: { folder } satisfies ReaderSetup,
    })
    const reader: Reader = { thread, task: undefined, idle: undefined }
    readers.add(reader)
    thread.on('message', (answer: ReaderAnswer) => {
      const done = reader.task
      reader.task = undefined
      release(reader)
      try {
        done?.resolve(resultOf(answer))
      } catch (error) {
        done?.reject(error)
      }
    })
    let cause: Error | undefined
    thread.on('error', (error: Error) => {
      cause = error
    })
    thread.once('exit', (code) => {
      clearTimeout(reader.idle)
      readers.delete(reader)
      reader.task?.reject(new ReaderGone(cause?.message ?? `The thread ended with code ${code}`))
      const next = closing ? undefined : waiting.shift()
      if (next) start(next)
    })
    dispatch(reader, task)
  }

  const run: RunQuery = (model, query, args) =>
    new Promise((resolve, reject) => {
      const task: Task = { order: { type: 'query', model, query, args }, resolve, reject }
      if (closing) return reject(new ReaderGone('The threads are being ended'))
      const free = [...readers].find((reader) => reader.task === undefined)
      if (free) return dispatch(free, task)
      if (readers.size < maxThreads) return start(task)
      if (waiting.length >= maxWaiting) return reject(new ReadersBusy('Too many queries wait for a thread'))
      waiting.push(task)
    })

  return {
    run,
    reopen: (model) => {
      for (const { thread } of readers) thread.postMessage({ type: 'reopen', model } satisfies ReaderOrder)
    },
    threads: () => [...readers].map(({ thread }) => thread),
    close: async () => {
      closing = true
      for (const { reject } of waiting.splice(0)) reject(new ReaderGone('The threads are being ended'))
      await Promise.all([...readers].map(end))
    },
  }
}
