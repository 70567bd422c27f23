import type { Store } from './store.ts'

/** Calls that are kept; older ones are forgotten. */
const kept = 50_000

/** One call, without what it said. No status: its connection was cut. */
export type JournalEntry = {
  method: string
  path: string
  status: number | null
  idempotency_key: string | null
  replayed: boolean
  request_id: string
}

export const writeJournal = (store: Store, entry: JournalEntry): void => {
  const [row] = store.rows(
    `INSERT INTO journal (created, method, path, status, idempotency_key, replayed, request_id)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
    Date.now(),
    entry.method,
    entry.path,
    entry.status,
    entry.idempotency_key,
    Number(entry.replayed),
    entry.request_id,
  )
  const last = Number(row?.seq)
  if (last % 1000 === 0) store.rows('DELETE FROM journal WHERE seq <= ?', last - kept)
}

/** All calls, oldest first. */
export const readJournal = (store: Store): (JournalEntry & { created: number })[] =>
  store.rows('SELECT * FROM journal ORDER BY seq').map((row) => ({
    created: Math.floor(Number(row.created) / 1000),
    method: String(row.method),
    path: String(row.path),
    status: row.status === null ? null : Number(row.status),
    idempotency_key: row.idempotency_key === null ? null : String(row.idempotency_key),
    replayed: row.replayed === 1,
    request_id: String(row.request_id),
  }))
