import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type EventType, isEventType, payloadSchemas } from '#schemas/events/registry.ts'
import { currentVersion, type Upcasts, upcast, upcasts } from '#schemas/events/upcasting.ts'
import { newCategoryId, newDocumentId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

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
  const documentId = newDocumentId()
  const categoryId = newCategoryId()

  expect(upcast('DocumentDeleted', 1, { documentId })).toEqual({ documentId, trashId: documentId })
  expect(upcast('CategoryDeleted', 1, { categoryId })).toEqual({ categoryId, trashId: categoryId })
})

test('an address of the time when only teams had one belongs to the billing account of the team', () => {
  const teamId = newTeamId()
  const userId = newUserId()

  expect(upcast('BillingAddressGiven', 1, { teamId, userId, city: 'Leeds' })).toEqual({
    account: `billing-${teamId}`,
    billable: { kind: 'team', id: teamId },
    userId,
    city: 'Leeds',
  })
})

test('a removal of sample data of the time when it had no documents names none', () => {
  const clientIds: string[] = []

  expect(upcast('SampleRemovalBegun', 1, { clientIds })).toEqual({ clientIds, documentIds: [] })
})

describe('fields that events called otherwise than the contracts', () => {
  const lifted = (type: EventType, payload: Record<string, unknown>, version = 1) => upcast(type, version, payload)
  const oldNames = /startedOn|endedOn|completedOn|externalId|actionText|actionUrl/

  test.each([
    ['VisitAdded', { name: 'Check', startedOn: '2026-03-01', endedOn: '2026-03-02' }],
    ['VisitUpdated', { name: 'Check', startedOn: '2026-03-01', endedOn: '2026-03-02' }],
  ] as const)('have their names in a %s', (type, payload) => {
    expect(lifted(type, payload)).toEqual({ name: 'Check', started_at: '2026-03-01', ended_at: '2026-03-02' })
  })

  test.each(['FileUpdated', 'DocumentUploaded'] as const)('have their names in a %s', (type) => {
    const payload = { name: 'Plan', completedOn: '2026-03-01' }

    expect(lifted(type, payload)).toEqual({ name: 'Plan', completed_at: '2026-03-01' })
  })

  test('have their names in files of every former version', () => {
    const payload = { completedOn: '2026-03-01' }
    const today = { completed_at: '2026-03-01', categoryIds: [] }

    expect(lifted('FileUploaded', payload, 1)).toEqual(today)
    expect(lifted('FileUploaded', { ...payload, categoryIds: [] }, 2)).toEqual(today)
    expect(lifted('FileUploaded', today, 3)).toEqual(today)
  })

  test.each(['ClientAdded', 'ClientExternalIdSet', 'SiteAdded', 'SiteExternalIdSet'] as const)(
    'have their names in a %s, and are left out where they were',
    (type) => {
      expect(lifted(type, { name: 'Acme', externalId: 'A-1' })).toEqual({ name: 'Acme', external_id: 'A-1' })
      expect(lifted(type, { externalId: null })).toEqual({ external_id: null })
      expect(lifted(type, { name: 'Acme' })).toEqual({ name: 'Acme' })
    },
  )

  test.each(['AnnouncementPublished', 'AnnouncementEdited', 'NotificationSent'] as const)(
    'have their names in a %s',
    (type) => {
      const payload = { body: 'New', actionText: 'Look', actionUrl: '/dashboard' }

      expect(lifted(type, payload)).toEqual({ body: 'New', action_text: 'Look', action_url: '/dashboard' })
    },
  )

  test('have their names where they are nested', () => {
    const old = { completedOn: '2026-03-01' }
    const day = { completed_at: '2026-03-01' }

    expect(lifted('FilesChangeBegun', { bulkId: '1', change: old })).toEqual({ bulkId: '1', change: day })
    expect(lifted('FilesChangeBegun', { change: { delete: true } })).toEqual({ change: { delete: true } })
    expect(lifted('FilesUploadBegun', { files: [old, old] })).toEqual({ files: [day, day] })
    expect(lifted('DocumentsUploadBegun', { documents: [old] })).toEqual({ documents: [day] })
    expect(lifted('ImportRowsRefused', { refusals: [{ row: 1, externalId: 'A-1' }] })).toEqual({
      refusals: [{ row: 1, external_id: 'A-1' }],
    })
  })

  test('are in no schema of today', () => {
    for (const [type, schema] of Object.entries(payloadSchemas)) {
      expect(JSON.stringify(z.toJSONSchema(schema)), type).not.toMatch(oldNames)
    }
  })
})
