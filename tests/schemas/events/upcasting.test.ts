import { describe, expect, test } from 'vitest'
import { isEventType } from '#schemas/events/registry.ts'
import { currentVersion, type Upcasts, upcast, upcasts } from '#schemas/events/upcasting.ts'
import { newCategoryId, newDocumentId } from '#tests/support/new-ids.ts'

const steps: Upcasts = {
  ClientAdded: {
    1: (payload) => ({ ...payload, name: payload.title, title: undefined }),
    2: (payload) => ({ ...payload, country: 'GB' }),
  },
}

describe('a payload of an older version', () => {
  test('is lifted step by step to that of today', () => {
    expect(currentVersion('ClientAdded', steps)).toBe(3)
    expect(upcast('ClientAdded', 1, { title: 'Acme' }, steps)).toEqual({ name: 'Acme', country: 'GB' })
    expect(upcast('ClientAdded', 2, { name: 'Acme' }, steps)).toEqual({ name: 'Acme', country: 'GB' })
  })

  test('of today is left as it is', () => {
    const payload = { name: 'Acme' }

    expect(upcast('ClientAdded', 3, payload, steps)).toBe(payload)
    expect(upcast('SiteAdded', 1, payload, steps)).toBe(payload)
  })

  test('with a step missing is refused', () => {
    expect(() => upcast('ClientAdded', 1, {}, { ClientAdded: { 2: (payload) => payload } })).toThrow('version 1')
  })
})

test('steps are there without a gap, for events that exist', () => {
  for (const [type, ofType] of Object.entries(upcasts)) {
    expect(isEventType(type)).toBe(true)
    expect(Object.keys(ofType)).toEqual(Object.keys(ofType).map((_, index) => String(index + 1)))
  }
})

test('what was deleted before there was a trash is an entry of its own', () => {
  const [documentId, categoryId] = [newDocumentId(), newCategoryId()]

  expect(upcast('DocumentDeleted', 1, { documentId })).toEqual({ documentId, trashId: documentId })
  expect(upcast('CategoryDeleted', 1, { categoryId })).toEqual({ categoryId, trashId: categoryId })
})
