import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { InvoiceId } from '#schemas/ids.ts'

/** Invoices of teams and users. Who was billed stands in the log alone, which the PDF is drawn from. */
export const invoices: Part = {
  tables: `
    CREATE TABLE invoices (
      id TEXT PRIMARY KEY, billable_id TEXT NOT NULL, number TEXT NOT NULL, issued_at TEXT NOT NULL,
      currency TEXT NOT NULL, total_minor INTEGER NOT NULL, tax_minor INTEGER NOT NULL,
      refunded_minor INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'open', revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invoices_of_billable ON invoices (billable_id, issued_at, id);
  `,
  handlers: {
    InvoiceRecorded: (db, { data, revision }) =>
      insert(db, 'invoices', {
        id: data.invoiceId,
        billable_id: data.billable.id,
        number: data.number,
        issued_at: data.issuedAt,
        currency: data.currency,
        total_minor: data.totalMinor,
        tax_minor: data.totalMinor - data.netMinor,
        revision: String(revision),
      }),
    InvoicePaid: (db, { data }) => update(db, 'invoices', data.invoiceId, { status: 'paid' }),
    InvoiceVoided: (db, { data }) => update(db, 'invoices', data.invoiceId, { status: 'void' }),
    InvoiceRefunded: (db, { data, revision }) =>
      db.run(
        `UPDATE invoices SET refunded_minor = refunded_minor + ?, revision = ?
         WHERE id = ? AND CAST(revision AS INTEGER) < ?`,
        data.amountMinor,
        String(revision),
        data.invoiceId,
        revision,
      ),
  },
}

/** Amounts in minor units; `refunded_minor` is the sum of all refunds. */
export type InvoiceRow = {
  id: InvoiceId
  number: string
  issued_at: string
  currency: string
  total_minor: number
  tax_minor: number
  refunded_minor: number
  status: 'open' | 'paid' | 'void'
}

const columns = 'id, number, issued_at, currency, total_minor, tax_minor, refunded_minor, status'

export const invoiceQueries = (db: ReadDb) => ({
  /** The invoices of a team or user, newest first. */
  list: ({ id }: Pick<Billable, 'id'>, page: PageQuery) =>
    selectPage<InvoiceRow>(
      db,
      {
        select: columns,
        from: 'invoices',
        where: 'billable_id = ?',
        values: [id],
        orderBy: ['issued_at', 'id'],
        sortKeyOf: (row) => [row.issued_at, row.id],
        descending: true,
      },
      page,
    ),
  /** The payments of these teams' and users' invoices, without refunds, in minor units. */
  revenueOf: (billableIds: readonly string[]): number =>
    db.one<{ minor: number | null }>(
      `SELECT sum(total_minor - refunded_minor) AS minor FROM invoices
       WHERE status = 'paid' AND billable_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(billableIds),
    )?.minor ?? 0,
  /** An invoice, if it is of this team or user. */
  one: (billable: Pick<Billable, 'id'>, id: InvoiceId) =>
    db.one<InvoiceRow>(`SELECT ${columns} FROM invoices WHERE id = ? AND billable_id = ?`, id, billable.id),
})
