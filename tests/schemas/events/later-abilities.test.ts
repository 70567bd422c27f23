import { expect, test } from 'vitest'
import { withLater, withoutLater } from '#schemas/events/upcasting.ts'

test.each([
  ['abilities', 'an API token'],
  ['scopes', 'an app'],
])('%s of %s that earlier versions do not know are stored beside the list that they read (D-105)', (list) => {
  const stored = withoutLater({ id: '1', [list]: ['billing.view', 'sites.view'] })

  expect(stored).toEqual({ id: '1', [list]: ['sites.view'], laterAbilities: ['billing.view'] })
  expect(withLater(stored)).toEqual({ id: '1', [list]: ['sites.view', 'billing.view'] })
})

test('a membership that ended by itself is stored as one that the member ended, which earlier versions read (D-105)', () => {
  const payload = { userId: '1', removedBy: null, reason: 'ended' }

  expect(withoutLater(payload)).toEqual({ ...payload, removedBy: '1' })
  expect(withLater(withoutLater(payload))).toEqual(payload)
})

test('other payloads are stored as they are', () => {
  const payload = { abilities: { clients: { view: true } }, scopes: ['sites.view'] }

  expect(withoutLater(payload)).toBe(payload)
  expect(withLater(payload)).toBe(payload)
})
