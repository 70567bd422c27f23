import type { DatabaseSync } from 'node:sqlite'

export type Commits = ReturnType<typeof commitsOn>

/**
 * Group commit: operations that arrive in one turn of the event loop share one transaction, so many writers share one
 * fsync, and each gets its outcome only after the commit. Any SQLite error goes to `onDiskError`, which must end the
 * process: after a failed write nothing may be acknowledged, because the contents of the disk are unknown. It should not
 * come to that for a full disk, so whoever writes asks `hasRoom` first.
 */
export const commitsOn = (db: DatabaseSync, onDiskError: (error: unknown) => void, checkRoom = () => true) => {
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  const waiting = new Map<string, Set<() => void>>()
  let pending: (() => () => void)[] = []
  let written = new Set<string>()
  let count = 0
  let over = false
  let hasRoom = true

  const flush = (): void => {
    const batch = pending
    pending = []
    if (over || batch.length === 0) return
    let answers: (() => void)[]
    try {
      hasRoom = checkRoom()
      begin.run()
      answers = batch.map((operation) => operation())
      commit.run()
    } catch (error) {
      over = true
      onDiskError(error)
      return
    }
    for (const answer of answers) answer()
    if (written.size === 0) return
    count += 1
    const touched = ['$all', ...written]
    written = new Set()
    for (const stream of touched) {
      const waiters = waiting.get(stream)
      waiting.delete(stream)
      for (const wake of waiters ?? []) wake()
    }
  }

  return {
    /** Commits what is pending and accepts nothing more. */
    end: (): void => {
      flush()
      over = true
    },
    /** Whether the current transaction may write. */
    hasRoom: () => hasRoom,
    /** The number of commits so far; if it is unchanged since a reader began a page, that page missed nothing. */
    count: () => count,
    /** Records that the current transaction writes to a stream. */
    written: (stream: string): void => {
      written.add(stream)
    },
    /** Runs an operation in the next transaction and passes its result to `answer` once it is durable. */
    submit<T>(operation: () => T, answer: (result: T) => void): void {
      if (pending.length === 0) setImmediate(flush)
      pending.push(() => {
        const result = operation()
        return () => answer(result)
      })
    },
    /**
     * Calls `wake` once after the next commit that writes to the stream ('$all': to any stream). Returns a function
     * that unsubscribes.
     */
    onNext(stream: string, wake: () => void): () => void {
      const waiters = waiting.get(stream) ?? new Set()
      waiting.set(stream, waiters.add(wake))
      return () => {
        waiters.delete(wake)
        if (waiters.size === 0 && waiting.get(stream) === waiters) waiting.delete(stream)
      }
    },
  }
}
