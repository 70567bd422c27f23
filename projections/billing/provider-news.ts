import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'

/** News of payment providers that nobody has followed up yet, by the stream that holds it. */
export const providerNews: Part = {
  tables: `
    CREATE TABLE open_news (
      stream TEXT PRIMARY KEY, event_id TEXT NOT NULL, type TEXT NOT NULL, customer_id TEXT, received_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_news_by_time ON open_news (received_at);
  `,
  handlers: {
    ProviderEventReceived: (db, { stream, data, metadata }) =>
      insert(db, 'open_news', {
        stream,
        event_id: data.eventId,
        type: data.type,
        customer_id: data.customerId,
        received_at: metadata.at,
      }),
    ProviderEventHandled: (db, { stream }) => db.run('DELETE FROM open_news WHERE stream = ?', stream),
  },
}

/** `id` and `customer_id` are the provider's own; `received_at` is when it was recorded here. */
export type OpenNewsRow = { id: string; type: string; customer_id: string | null; received_at: string }

export const providerNewsQueries = (db: ReadDb) => ({
  /** The oldest of them, and how many there are. */
  open: (limit: number): { total: number; oldest: OpenNewsRow[] } => ({
    total: db.one<{ total: number }>('SELECT count(*) AS total FROM open_news')?.total ?? 0,
    oldest: db.all<OpenNewsRow>(
      'SELECT event_id AS id, type, customer_id, received_at FROM open_news ORDER BY received_at, stream LIMIT ? + 0',
      limit,
    ),
  }),
})
