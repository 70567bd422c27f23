import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { dropUpload, type KeptUpload, keepUpload } from '#web/lib/kept-uploads.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'
import { untilAccepted } from '#web/lib/until-accepted.ts'
import { newRows, type UploadRow, withRow } from '#web/lib/upload-rows.ts'

/** The uploads of rows that are sent together, each kept from the start until it has arrived or is given up. */
const openKeptRows = () => {
  const keys = new Map<string, string>()
  const drop = async (rowKey: string): Promise<void> => {
    const key = keys.get(rowKey)
    keys.delete(rowKey)
    if (key !== undefined) await dropUpload(key)
  }
  return {
    /** Keeps a row; one that was renamed since is kept anew. */
    keep: async (row: UploadRow, upload: Omit<KeptUpload, 'file'>): Promise<void> => {
      if (keys.get(row.key) === upload.key) return
      await drop(row.key)
      keys.set(row.key, upload.key)
      await keepUpload({ ...upload, file: row.file })
    },
    drop,
    dropAll: async (): Promise<void> => {
      for (const rowKey of [...keys.keys()]) await drop(rowKey)
    },
  }
}

/** Concurrent uploads: two saturate a slow connection, and more only delay each of them. */
const maxAtOnce = 2

/**
 * Sends one file under an idempotency key of its own, since it is sent again after a lost connection; `transfer` aborts
 * it and receives its progress.
 */
export type Send = (
  row: UploadRow,
  transfer: { signal: AbortSignal; onProgress: (share: number) => void },
) => Promise<unknown>

/** The call, the idempotency key and the body of a row, by which it goes on after a reload. */
export type Kept = (row: UploadRow) => Pick<KeptUpload, 'call' | 'key' | 'body'>

type Uploads = {
  send: Send
  kept: Kept
  /** Runs with the number of uploaded files when none are left to send. */
  onDone: (arrived: number) => void
}

const isDone = ({ state }: UploadRow): boolean => state === 'done'

const failureOf = (error: unknown): Partial<UploadRow> => {
  const [message] = Object.values(fieldErrors(error))
  return { state: 'failed', share: 0, message: message ?? messageOf(error) }
}

/** Sends several files separately, so that each can be cancelled, fail or be retried on its own. */
export const useUploads = (files: readonly File[], { send, kept, onDone }: Uploads) => {
  const [rows, setRows] = useState(() => newRows(files, () => crypto.randomUUID()))
  const [busy, setBusy] = useState(false)
  const latest = useRef(rows)
  const person = usePersonInTeam()
  const controls = useRef(new Map<string, AbortController>())
  const stopped = useRef(false)
  const keptRows = useRef(openKeptRows())

  const put = (next: UploadRow[]) => {
    latest.current = next
    setRows(next)
  }
  const change = (key: string, by: Partial<UploadRow>) => put(withRow(latest.current, key, by))
  const finish = () => {
    if (latest.current.every(isDone)) onDone(latest.current.length)
  }
  /** Cancels everything that is not uploaded yet; names stay. */
  const cancel = () => {
    stopped.current = true
    for (const control of controls.current.values()) control.abort()
  }
  // Leaving the page cancels the uploads.
  const leave = useEffectEvent(cancel)
  useEffect(() => () => leave(), [])

  const sendOne = async (row: UploadRow) => {
    const control = new AbortController()
    controls.current.set(row.key, control)
    change(row.key, { state: 'sending', share: 0, message: undefined })
    try {
      const begin = () => send(row, { signal: control.signal, onProgress: (share) => change(row.key, { share }) })
      await untilAccepted(begin, control.signal, (pause) => change(row.key, { share: 0, pause }))
      change(row.key, { state: 'done', share: 1 })
    } catch (error) {
      change(row.key, control.signal.aborted ? { state: 'waiting', share: 0 } : failureOf(error))
    } finally {
      change(row.key, { pause: undefined })
      controls.current.delete(row.key)
    }
  }

  /** Sends what is not uploaded yet. A failed file waits for the next call. */
  const start = async () => {
    if (busy) return
    setBusy(true)
    stopped.current = false
    const open = latest.current.filter((row) => !isDone(row))
    for (const row of open) await keptRows.current.keep(row, { ...person, ...kept(row) })
    const queue = open.map(({ key }) => key)
    const sendInTurn = async () => {
      for (let key = queue.shift(); key !== undefined && !stopped.current; key = queue.shift()) {
        const row = latest.current.find((each) => each.key === key)
        if (!row) continue
        await keptRows.current.keep(row, { ...person, ...kept(row) })
        await sendOne(row)
        await keptRows.current.drop(row.key)
      }
    }
    await Promise.all(Array.from({ length: maxAtOnce }, sendInTurn))
    await keptRows.current.dropAll()
    setBusy(false)
    finish()
  }

  return {
    rows,
    busy,
    start,
    cancel,
    rename: (key: string, name: string) => change(key, { name }),
    /** Removes a file; cancels its upload first. */
    remove: (key: string) => {
      controls.current.get(key)?.abort()
      void keptRows.current.drop(key)
      put(latest.current.filter((row) => row.key !== key))
      if (!busy) finish()
    },
  }
}
