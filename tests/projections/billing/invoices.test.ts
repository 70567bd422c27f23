import { expect, test } from 'vitest'
import { billing } from '#projections/billing/billing.ts'
import { invoiceQueries } from '#projections/billing/invoices.ts'
import { PageQuery } from '#schemas/calls/page.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const north = newTeamId()
const south = newTeamId()
const issued = (day: number, id = north) =>
  invoiceFor({ kind: 'team', id }, { number: `SL-${day}`, issuedAt: `2026-03-0${day}T10:00:00.000Z` })
const named = ({ invoiceId, billable, number, totalMinor, currency }: ReturnType<typeof issued>) => ({
  invoiceId,
  billable,
  number,
  totalMinor,
  currency,
  at: '2026-03-09T10:00:00.000Z',
})
const page = (query: object = {}) => PageQuery.parse(query)

test('invoices are listed newest first, page by page, for their team alone', () => {
  const one = issued(1)
  const two = issued(2)
  const three = issued(3)
  const other = issued(4, south)
  const events = [two, one, other, three].map((data) => recorded('InvoiceRecorded', data))
  const { list, one: oneOf } = invoiceQueries(projected(billing, events))

  const first = list({ id: north }, page({ limit: 2 }))
  const second = list({ id: north }, page({ limit: 2, cursor: first.next ?? undefined }))

  expect(first).toMatchObject({ total: 3, rows: [{ number: 'SL-3' }, { number: 'SL-2' }] })
  expect(second.rows).toMatchObject([{ id: one.invoiceId, total_minor: 2280, tax_minor: 380, status: 'open' }])
  expect(oneOf({ id: north }, other.invoiceId)).toBeUndefined()
  expect(oneOf({ id: south }, other.invoiceId)).toMatchObject({ number: 'SL-4' })
})

test('an invoice is paid, refunded in parts or cancelled, and a replay changes nothing', () => {
  const paid = issued(1)
  const cancelled = issued(2)
  const events = [
    recorded('InvoiceRecorded', paid, { revision: 0n }),
    recorded('InvoicePaid', named(paid), { revision: 1n }),
    recorded('InvoiceRefunded', { ...named(paid), amountMinor: 1000 }, { revision: 2n }),
    recorded('InvoiceRefunded', { ...named(paid), amountMinor: 280 }, { revision: 3n }),
    recorded('InvoiceRecorded', cancelled, { revision: 0n }),
    recorded('InvoiceVoided', named(cancelled), { revision: 1n }),
  ]
  const { one } = invoiceQueries(projected(billing, [...events, ...events]))

  expect(one({ id: north }, paid.invoiceId)).toMatchObject({ status: 'paid', refunded_minor: 1280 })
  expect(one({ id: north }, cancelled.invoiceId)).toMatchObject({ status: 'void', refunded_minor: 0 })
})
