import { describe, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import {
  newClientId,
  newDocumentId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
  newVisitId,
} from '#tests/support/new-ids.ts'

const teamId = newTeamId()
const clientId = newClientId()
const siteId = newSiteId()
const day = '2026-03-31'
const upload = {
  localFileName: 'scan.pdf',
  type: 'application/pdf',
  mimeType: 'application/pdf',
  content: { hash: hashOf('a'), size: 1000 },
  uploadedBy: newUserId(),
}

const records = [
  {
    noun: 'Client',
    decider: clientDecider,
    own: { clientId, teamId },
    added: { type: 'ClientAdded', ...detailsOf.client({ name: 'Acme' }) },
    change: { type: 'ChangeClient', name: 'Acme' },
    missing: 'client-not-found',
    outside: 'client-not-found',
  },
  {
    noun: 'Site',
    decider: siteDecider,
    own: { siteId, teamId },
    added: { type: 'SiteAdded', clientId, ...detailsOf.site({ name: 'North' }) },
    change: { type: 'UpdateSite', clientId, name: 'North' },
    missing: 'site-not-found',
    outside: 'site-not-found',
  },
  {
    noun: 'Visit',
    decider: visitDecider,
    own: { visitId: newVisitId(), teamId },
    added: {
      type: 'VisitAdded',
      siteId,
      clientId,
      ...detailsOf.visit({ name: 'Spring', started_at: day, ended_at: day }),
    },
    change: { type: 'ChangeVisit', siteId, clientId, name: 'Spring' },
    missing: 'visit-not-found',
    outside: 'trash-not-found',
  },
  {
    noun: 'File',
    decider: fileDecider,
    own: { fileId: newFileId(), teamId },
    added: {
      siteId,
      clientId,
      visitId: null,
      categoryIds: [],
      ...detailsOf.file({ name: 'Plan', completed_at: day }),
      ...upload,
      type: 'FileUploaded',
    },
    change: { type: 'ChangeFile', ancestry: { siteId, clientId }, bulkId: null, name: 'Plan' },
    missing: 'file-not-found',
    outside: 'trash-not-found',
  },
  {
    noun: 'Document',
    decider: documentDecider,
    own: { documentId: newDocumentId(), teamId },
    added: { ...detailsOf.document({ name: 'Handbook' }), ...upload, completed_at: day, type: 'DocumentUploaded' },
    change: { type: 'ChangeDocument', bulkId: null, name: 'Handbook' },
    missing: 'document-not-found',
    outside: 'trash-not-found',
  },
] as const

describe.each(records)('a $noun in the trash', ({ noun, decider, own, added: { type, ...data }, ...its }) => {
  const given = deciding(decider as unknown as Decider<unknown, object, object>)
  const inTrash = { ...own, trashId: newTrashId() }
  const added = { type, data: { ...own, ...data } }
  const happened = (what: string) => ({ type: `${noun}${what}`, data: inTrash })
  const ordered = (what: string) => ({ type: `${what}${noun}`, ...inTrash })
  const change = { ...own, ...its.change }
  const remove = ordered('Delete')
  const restore = ordered('Restore')
  const purge = ordered('Purge')
  const deleted = happened('Deleted')
  const restored = happened('Restored')
  const purged = happened('Purged')

  test('goes there once, and comes back once, as it was', () => {
    given(added).decides(remove, deleted)
    given(added, deleted).refuses(remove, its.missing)
    given(added, deleted).decides(restore, restored)
    given(added, deleted, restored).ignores(change)
    given(added, deleted, restored).refuses(restore, its.outside)
    given(added, deleted, restored).decides(remove, deleted)
  })

  test('goes for ever from there alone', () => {
    given(added, deleted).decides(purge, purged)
    for (const history of [[added], [added, deleted, restored]]) {
      given(...history).refuses(purge, its.outside)
    }
    given(added, deleted, purged).refuses(restore, its.outside)
    given(added, deleted, purged).refuses(change, its.missing)
  })

  test('is restored or purged by its own team and entry alone', () => {
    for (const command of [restore, purge]) {
      given(added, deleted).refuses({ ...command, trashId: newTrashId() }, its.outside)
    }
    // A client or site is purged by its entry, whatever the team: nobody but a sweep orders that.
    for (const command of its.outside === 'trash-not-found' ? [restore, purge] : [restore]) {
      given(added, deleted).refuses({ ...command, teamId: newTeamId() }, its.outside)
    }
  })

  test('takes no change, nor does one of another team, or one that never was', () => {
    for (const command of [change, remove]) {
      given().refuses(command, its.missing)
      given(added, deleted).refuses(command, its.missing)
      given(added).refuses({ ...command, teamId: newTeamId() }, its.missing)
    }
  })
})
