import { describe, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { siteDecider } from '#api/domain/site.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newSiteId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'

const teamId = newTeamId()
const client = { clientId: newClientId(), teamId, ...detailsOf.client({ name: 'Acme' }) }
const { clientId } = client
const site = { siteId: newSiteId(), teamId, clientId, ...detailsOf.site({ name: 'North plant', postcode: 'N1 1AA' }) }
const { siteId } = site
const clientAdded = { type: 'ClientAdded', data: client } as const
const siteAdded = { type: 'SiteAdded', data: site } as const

const both = [
  { noun: 'Client', decider: clientDecider, own: { clientId, teamId }, record: client, missing: 'client-not-found' },
  { noun: 'Site', decider: siteDecider, own: { siteId, teamId }, record: site, missing: 'site-not-found' },
] as const

describe.each(both)('a $noun', ({ noun, decider, own, record, missing }) => {
  const given = deciding(decider as unknown as Decider<unknown, object, object>)
  const inTrash = { ...own, trashId: newTrashId() }
  const picture = { ...own, content: { hash: hashOf('a'), size: 10 }, mimeType: 'image/png' }
  const add = { type: `Add${noun}`, ...record }
  const added = { type: `${noun}Added`, data: record }
  const deleted = { type: `${noun}Deleted`, data: inTrash }
  const purged = { type: `${noun}Purged`, data: inTrash }
  const setThumbnail = { type: `Set${noun}Thumbnail`, ...picture }
  const thumbnailSet = { type: `${noun}ThumbnailSet`, data: picture }
  const removeThumbnail = { type: `Remove${noun}Thumbnail`, ...own }
  const thumbnailRemoved = { type: `${noun}ThumbnailRemoved`, data: own }

  test('is added only once', () => {
    given().decides(add, added)
    for (const past of [[added], [added, deleted], [added, deleted, purged]]) {
      given(...past).refuses({ ...add, teamId: newTeamId() }, 'id-taken')
    }
  })

  test('[STATE-27, STATE-28] has its thumbnail replaced, and removed once', () => {
    given(added).decides(setThumbnail, thumbnailSet)
    given(added, thumbnailSet).decides(setThumbnail, thumbnailSet)
    given(added, thumbnailSet).decides(removeThumbnail, thumbnailRemoved)
    given(added, thumbnailSet, thumbnailRemoved).ignores(removeThumbnail)
    given(added).ignores(removeThumbnail)
  })

  test('is purged once', () => {
    given(added, deleted, purged).ignores({ type: `Purge${noun}`, ...inTrash })
  })

  test.each([setThumbnail, removeThumbnail])(
    'that is deleted, of another team or missing accepts no $type',
    (command) => {
      given().refuses(command, missing)
      given(added, deleted).refuses(command, missing)
      given(added).refuses({ ...command, teamId: newTeamId() }, missing)
    },
  )
})

test('a client is renamed where the name differs', () => {
  const given = deciding(clientDecider)
  const rename = { type: 'ChangeClient', clientId, teamId, name: 'Acme Ltd' } as const
  const details = detailsOf.client({ name: 'Acme Ltd' })
  const renamed = { type: 'ClientRenamed', data: { clientId, teamId, ...details } } as const

  given(clientAdded).decides(rename, renamed)
  given(clientAdded, renamed).ignores(rename)
})

test('a site records only what was changed: name and postcode, the client, both or nothing [D-76]', () => {
  const given = deciding(siteDecider)
  const update = { type: 'UpdateSite', ...site } as const
  const changes = { siteId, teamId, ...detailsOf.site({ name: 'North works' }) }
  const updated = { type: 'SiteUpdated', data: changes } as const
  const there = newClientId()
  const moved = { type: 'SiteMoved', data: { siteId, teamId, clientId: there } } as const

  given(siteAdded).ignores(update)
  given(siteAdded).decides({ ...update, ...changes }, updated)
  given(siteAdded).decides({ ...update, clientId: there }, moved)
  given(siteAdded).decides({ ...update, ...changes, clientId: there }, updated, moved)
  given(siteAdded, updated, moved).ignores({ ...update, ...changes, clientId: there })
})
