import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { overAnyLine } from '#web/lib/over-any-line.ts'
import { newRows, type UploadRow, withRow } from '#web/lib/upload-rows.ts'

/** Files on their way at the same time: a slow line is full with two, and more only make each of them later. */
const mostAtOnce = 2

/** Sends one file, under a key of its own, since a broken line has it sent again; `line` calls it off and hears how far it has come. */
export type Send = (
  row: UploadRow,
  line: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<unknown>

type Uploads = {
  send: Send
  /** Runs once nothing is left to send, with how many have arrived. */
  onDone: (arrived: number) => void
}

const isDone = ({ state }: UploadRow): boolean => state === 'done'

const failureOf = (error: unknown): Partial<UploadRow> => {
  const [message] = Object.values(fieldErrors(error))
  return { state: 'failed', share: 0, message: message ?? messageOf(error) }
}

/** Sends several files one by one, so that each can be stopped, fail or be tried again on its own. */
export const useUploads = (files: readonly File[], { send, onDone }: Uploads) => {
  const [rows, setRows] = useState(() => newRows(files, () => crypto.randomUUID()))
  const [busy, setBusy] = useState(false)
  const latest = useRef(rows)
  const lines = useRef(new Map<string, AbortController>())
  const stopped = useRef(false)

  const put = (next: UploadRow[]) => {
    latest.current = next
    setRows(next)
  }
  const change = (key: string, by: Partial<UploadRow>) => put(withRow(latest.current, key, by))
  const finish = () => {
    if (latest.current.every(isDone)) onDone(latest.current.length)
  }
  /** Calls off everything that has not arrived; names stay. */
  const cancel = () => {
    stopped.current = true
    for (const line of lines.current.values()) line.abort()
  }
  // Who leaves the page meanwhile sends no more.
  const leave = useEffectEvent(cancel)
  useEffect(() => () => leave(), [])

  const sendOne = async (row: UploadRow) => {
    const line = new AbortController()
    lines.current.set(row.key, line)
    change(row.key, { state: 'sending', share: 0, message: undefined })
    try {
      const begin = () => send(row, { signal: line.signal, onProgress: (share) => change(row.key, { share }) })
      await overAnyLine(begin, line.signal, () => change(row.key, { share: 0 }))
      change(row.key, { state: 'done', share: 1 })
    } catch (error) {
      change(row.key, line.signal.aborted ? { state: 'waiting', share: 0 } : failureOf(error))
    } finally {
      lines.current.delete(row.key)
    }
  }

  /** Sends what has not arrived yet. What fails waits for the next call. */
  const start = async () => {
    if (busy) return
    setBusy(true)
    stopped.current = false
    const queue = latest.current.filter((row) => !isDone(row)).map(({ key }) => key)
    const sendInTurn = async () => {
      for (let key = queue.shift(); key !== undefined && !stopped.current; key = queue.shift()) {
        const row = latest.current.find((each) => each.key === key)
        if (row) await sendOne(row)
      }
    }
    await Promise.all(Array.from({ length: mostAtOnce }, sendInTurn))
    setBusy(false)
    finish()
  }

  return {
    rows,
    busy,
    start,
    cancel,
    rename: (key: string, name: string) => change(key, { name }),
    /** Takes a file out; one on its way is called off first. */
    remove: (key: string) => {
      lines.current.get(key)?.abort()
      put(latest.current.filter((row) => row.key !== key))
      if (!busy) finish()
    },
  }
}
