import { expect, test } from 'vitest'
import { buyerKeyOf, invoiceIdOf, invoiceStream } from '#api/event-store/streams.ts'
import { newTeamId } from '#tests/support/new-ids.ts'

test('an invoice of a provider has one stream, and that of another provider another', () => {
  const stream = (provider: 'stripe' | 'sandbox', id: string) => invoiceStream(invoiceIdOf(provider, id))

  expect(stream('stripe', 'in_1')).toBe(stream('stripe', 'in_1'))
  expect(stream('stripe', 'in_1')).toMatch(/^invoice-[0-9a-f-]{36}$/)
  expect(new Set([stream('stripe', 'in_1'), stream('stripe', 'in_2'), stream('sandbox', 'in_1')]).size).toBe(3)
})

test('the buyers of each year and account have a key of their own', () => {
  const team = { kind: 'team', id: newTeamId() } as const

  expect(buyerKeyOf(team, '2026-12-31T23:59:59.000Z')).toBe(`invoices-2026-${team.id}`)
  expect(buyerKeyOf(team, '2027-01-01T00:00:00.000Z')).toBe(`invoices-2027-${team.id}`)
})
