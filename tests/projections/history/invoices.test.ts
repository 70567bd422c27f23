import { describe, expect, test } from 'vitest'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import type { InvoiceEvent } from '#schemas/events/invoice.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const at = '2026-03-02T10:00:00.000Z'

const lifeOf = (data: ReturnType<typeof invoiceFor>): InvoiceEvent[] => {
  const { invoiceId, billable, number, totalMinor, currency } = data
  const named = { invoiceId, billable, number, totalMinor, currency }
  return [
    { type: 'InvoiceRecorded', data },
    { type: 'InvoicePaymentFailed', data: { ...named, attempt: 1, nextAt: null } },
    { type: 'InvoicePaid', data: { ...named, at } },
    { type: 'InvoiceRefunded', data: { ...named, at, amountMinor: 500 } },
    { type: 'InvoiceVoided', data: { ...named, at } },
  ]
}

describe('the history of invoices', () => {
  test('tells a team what became of each, and not who was billed', () => {
    const record = memoryLog()
    const teamId = newTeamId()
    const events = lifeOf(invoiceFor({ kind: 'team', id: teamId })).map(({ type, data }) =>
      record('invoice', type, data),
    )
    const { rows } = historyQueries(projected(history, events)).list(
      { scope: wholeTeam(teamId), hidden: [] },
      {},
      { limit: 100 },
    )

    expect(rows.map(({ summary }) => summary)).toEqual([
      'Cancelled invoice SL-0001',
      'Refunded a payment of invoice SL-0001',
      'Received the payment of invoice SL-0001',
      'Could not collect the payment of invoice SL-0001',
      'Issued invoice SL-0001',
    ])
    expect(JSON.stringify(rows)).not.toContain('North Facilities')
  })

  test('of a user belongs to no team', () => {
    const record = memoryLog()
    const events = lifeOf(invoiceFor({ kind: 'user', id: newUserId() })).map(({ type, data }) =>
      record('invoice', type, data),
    )

    expect(projected(history, events).all('SELECT DISTINCT team_id, resource FROM entries')).toEqual([
      { team_id: null, resource: 'users' },
    ])
  })
})
