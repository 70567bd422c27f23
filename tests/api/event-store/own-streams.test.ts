import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isOwnEvent } from '#api/event-store/own-streams.ts'
import * as streams from '#api/event-store/streams.ts'
import { payloadSchemas } from '#schemas/events/registry.ts'
import { InvoiceId } from '#schemas/ids.ts'
import { newClientId, newCommandId, newTeamId } from '#tests/support/new-ids.ts'

const digest = (_purpose: string, text: string) => createHash('sha256').update(text).digest('hex')

/** The name that a function of streams.ts gives, or a stream that is called so. */
const nameOf = (of: unknown): string[] => {
  if (typeof of === 'string') return [of]
  const id = newCommandId()
  const own: Record<string, () => string> = {
    billingStream: () => streams.billingStream({ id: newTeamId() }),
    comparisonStream: () => streams.comparisonStream(id),
    providerEventStream: () => streams.providerEventStream({ provider: 'stripe', eventId: 'evt_1Ab' }),
    invoiceNumbersStream: () => streams.invoiceNumbersStream(2026),
    invoiceBuyersStream: () =>
      streams.invoiceBuyersStream(streams.buyerKeyOf({ kind: 'team', id: newTeamId() }, '2026-03-01T10:00:00Z')),
    emailReservation: () => streams.emailReservation(digest, 'ann@example.com'),
    slugReservation: () => streams.slugReservation(digest, 'north'),
    interestStream: () => streams.interestStream(digest, 'ann@example.com'),
    messageStream: () => streams.messageStream('mail', id),
    recordStream: () => streams.recordStream('sites', id),
    queueStream: () => streams.queueStream('due-again'),
    pictureStream: () => streams.pictureStream({ kind: 'team', id: newTeamId() }),
    textStream: () => streams.textStream({ kind: 'file', id: InvoiceId.parse(id) } as never),
  }
  if (typeof of !== 'function') return []
  const made = own[of.name]
  if (made) return [made()]
  return /Stream$/.test(of.name) ? [(of as (id: string) => string)(id)] : []
}

const names = Object.values(streams).flatMap(nameOf)
const types = Object.keys(payloadSchemas)

describe('[D-111] an event is the product’s', () => {
  test('in each stream of its names, with the types that such a stream holds', () => {
    expect(names.length).toBeGreaterThan(35)
    for (const stream of names) {
      const held = types.filter((type) => isOwnEvent({ stream, type }))
      expect([stream, held.length > 0, held.length < types.length]).toEqual([stream, true, true])
    }
  })

  test.each(types)('%s has a stream that holds it', (type) => {
    const retired = `siteplaces-${newCommandId()}`
    expect([...names, retired].some((stream) => isOwnEvent({ stream, type }))).toBe(true)
  })

  test.each([
    ['other-app-1', 'ClientAdded'],
    ['client-17', 'ClientAdded'],
    ['client', 'ClientAdded'],
    [`client-${newClientId()}-copy`, 'ClientAdded'],
    [`clients-${newClientId()}`, 'ClientAdded'],
    [`client-${newClientId()}`, 'SiteAdded'],
    [`client-${newClientId()}`, '$metadata'],
    [`$$client-${newClientId()}`, 'ClientAdded'],
    [`constructor-${newClientId()}`, 'toString'],
  ])('and not in %s, of type %s', (stream, type) => {
    expect(isOwnEvent({ stream, type })).toBe(false)
  })
})
