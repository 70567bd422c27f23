import { expect, test } from 'vitest'
import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import { emptyFilesHint, type FilesScope, galleryKey } from '#web/features/files/files-scope.ts'

const team: FilesScope = { kind: 'team' }
const client: FilesScope = { kind: 'client', client: { name: 'Acme' } as Client }
const site: FilesScope = { kind: 'site', site: { name: 'Leeds' } as Site }
const visit: FilesScope = { kind: 'visit', visit: { name: 'May check' } as Visit }

test('[FILE-09] [FILE-10] [FILE-11] [FILE-12] the hint where files may be added', () => {
  expect([visit, site, client, team].map((scope) => emptyFilesHint(scope, true, true))).toEqual([
    'Add your first document for May check below…',
    'Add your first document for Leeds below…',
    'Add your first document for Acme below…',
    'Add your first document below…',
  ])
})

test.each([team, client, site, visit])('[FILE-13] the hint where files may not be added: $kind', (scope) => {
  expect(emptyFilesHint(scope, false, true)).toBe('No files have been added yet.')
})

test('[FILE-15] a client without sites needs one first', () => {
  expect(emptyFilesHint(client, true, false)).toBe(
    'Before you can add your first document for Acme, you will first need to add a site.',
  )
})

test('a gallery is the same in another order, and another one with other words or filters', () => {
  const key = galleryKey(client, { text: 'plan', by: { type: 'image/png' } })

  expect(galleryKey(client, { text: 'plan', by: { type: 'image/png', sort: '-size' } })).toBe(key)
  expect(galleryKey(client, { text: 'plans', by: { type: 'image/png' } })).not.toBe(key)
  expect(galleryKey(client, { text: 'plan', by: { from: '2026-03-01' } })).not.toBe(
    galleryKey(client, { text: 'plan', by: { to: '2026-03-01' } }),
  )
})
