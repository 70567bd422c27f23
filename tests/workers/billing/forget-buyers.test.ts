import { expect, onTestFinished, test } from 'vitest'
import { invoiceDecider } from '#api/domain/invoice.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { invoiceBuyersStream, invoiceStream } from '#api/event-store/streams.ts'
import { keptBuyerQueries, keptBuyers } from '#projections/sweeps/kept-buyers.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { forgetBuyers } from '#workers/billing/forget-buyers.ts'

const billable: Billable = { kind: 'team', id: newTeamId() }

/** A team with an invoice of each of these instants. */
const world = async (...issued: string[]) => {
  const { ledger, keys, close } = openMemoryLedger()
  onTestFinished(close)
  const invoices = issued.map((issuedAt) => invoiceFor(billable, { issuedAt }))
  for (const invoice of invoices) {
    const command = { type: 'RecordInvoice', ...invoice } as const
    await handle(ledger, invoiceDecider, invoiceStream(invoice.invoiceId), command, contextOf(null, null))
  }
  const buyerKeys = [...new Set(invoices.map(({ buyerKey }) => buyerKey))]
  const streams = [
    ...invoices.map(({ invoiceId }) => invoiceStream(invoiceId)),
    ...buyerKeys.map((each) => invoiceBuyersStream(each)),
  ]
  const history = async (): Promise<RecordedEvent[]> =>
    (await Promise.all(streams.map((stream) => ledger.read(stream)))).flat()
  return {
    keys,
    buyerKeys,
    sweep: async (at: string) => {
      const buyers = keptBuyerQueries(projected(keptBuyers, await history()))
      await forgetBuyers({ ledger, keys, buyers, years: 7 }, new Date(at))
    },
    /** The names of the buyers, by year. */
    buyers: async () =>
      (await history()).flatMap(({ type, data }) =>
        type === 'InvoiceRecorded' ? [[data.issuedAt.slice(0, 4), data.buyer?.name ?? null]] : [],
      ),
    forgotten: async () => (await history()).filter(({ type }) => type === 'InvoiceBuyersForgotten').length,
  }
}

test('buyers are known until the newest invoice under their key is past its seven years, and forgotten then, once', async () => {
  const team = await world('2026-01-10T10:00:00.000Z', '2026-12-20T10:00:00.000Z', '2027-02-01T10:00:00.000Z')

  await team.sweep('2033-12-20T10:00:00.000Z')
  expect(await team.buyers()).toEqual([
    ['2026', 'North Facilities'],
    ['2026', 'North Facilities'],
    ['2027', 'North Facilities'],
  ])

  await team.sweep('2033-12-20T10:00:00.001Z')
  await team.sweep('2033-12-21T10:00:00.000Z')
  expect(await team.buyers()).toEqual([
    ['2026', null],
    ['2026', null],
    ['2027', 'North Facilities'],
  ])
  expect(await team.forgotten()).toBe(1)
})

test('buyers outlive the key of their account, which a purge and an erasure destroy', async () => {
  const team = await world('2026-01-10T10:00:00.000Z')

  await team.keys.destroy(accountOf(billable))

  expect(await team.buyers()).toEqual([['2026', 'North Facilities']])
  await team.sweep('2033-01-11T10:00:00.000Z')
  expect(await team.buyers()).toEqual([['2026', null]])
})
