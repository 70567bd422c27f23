import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { EventNamed } from '#schemas/events/registry.ts'

type Difference = EventNamed<'BillingCompared'>['data']['differences'][number]

/** Comparisons with the payment provider: those that were ordered and not made yet, and the newest that was made. */
export const comparisons: Part = {
  tables: `
    CREATE TABLE ordered_comparisons (id TEXT PRIMARY KEY, ordered_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE last_comparison (
      only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL, compared_at TEXT NOT NULL,
      subscriptions INTEGER NOT NULL, invoices INTEGER NOT NULL, found INTEGER NOT NULL, differences TEXT NOT NULL
    ) STRICT;
  `,
  handlers: {
    BillingComparisonOrdered: (db, { data, metadata }) =>
      insert(db, 'ordered_comparisons', { id: data.comparisonId, ordered_at: metadata.at }),
    BillingCompared: (db, { data, metadata }) => {
      db.run('DELETE FROM ordered_comparisons WHERE id = ?', data.comparisonId)
      db.run(
        `INSERT OR REPLACE INTO last_comparison (only, id, compared_at, subscriptions, invoices, found, differences)
         VALUES (1, ?, ?, ?, ?, ?, ?)`,
        data.comparisonId,
        metadata.at,
        data.subscriptions,
        data.invoices,
        data.found,
        JSON.stringify(data.differences),
      )
    },
  },
}

type LastComparison = {
  compared_at: string
  subscriptions: number
  invoices: number
  found: number
  differences: Difference[]
}

export const comparisonQueries = (db: ReadDb) => ({
  /** When the oldest comparison was ordered that is not made yet; null if none waits. */
  orderedAt: (): string | null =>
    db.one<{ at: string | null }>('SELECT min(ordered_at) AS at FROM ordered_comparisons')?.at ?? null,
  last: (): LastComparison | undefined => {
    const row = db.one<Omit<LastComparison, 'differences'> & { differences: string }>(
      'SELECT compared_at, subscriptions, invoices, found, differences FROM last_comparison',
    )
    return row && { ...row, differences: JSON.parse(row.differences) as Difference[] }
  },
})
