import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'

/** The keys of the buyers in invoices, with the newest invoice of each. The read model belongs to the workers process. */
export const keptBuyers: Projection = {
  name: 'kept-buyers',
  version: 1,
  tables: `
    CREATE TABLE buyer_keys (buyer_key TEXT PRIMARY KEY, newest TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX buyer_keys_by_age ON buyer_keys (newest);
  `,
  handlers: {
    InvoiceRecorded: (db, { data }) =>
      db.run(
        `INSERT INTO buyer_keys (buyer_key, newest) VALUES (?, ?)
         ON CONFLICT DO UPDATE SET newest = max(newest, excluded.newest)`,
        data.buyerKey,
        data.issuedAt,
      ),
    InvoiceBuyersForgotten: (db, { data }) => db.run('DELETE FROM buyer_keys WHERE buyer_key = ?', data.buyerKey),
  },
}

export const keptBuyerQueries = (db: ReadDb) => ({
  /** Keys whose newest invoice was issued before an instant, oldest first. */
  before: (instant: string): string[] =>
    db
      .all<{ key: string }>('SELECT buyer_key AS key FROM buyer_keys WHERE newest < ? ORDER BY newest', instant)
      .map(({ key }) => key),
})
export type KeptBuyerQueries = ReturnType<typeof keptBuyerQueries>
