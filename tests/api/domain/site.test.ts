import { describe, test } from 'vitest'
import { siteDecider } from '#api/domain/site.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newSiteId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'

const given = deciding(siteDecider)

describe('a site', () => {
  const own = { siteId: newSiteId(), teamId: newTeamId() }
  const here = newClientId()
  const there = newClientId()
  const site = { ...own, clientId: here, ...detailsOf.site({ name: 'North plant', postcode: 'N1 1AA' }) }
  const addSite = { type: 'AddSite', ...site } as const
  const siteAdded = { type: 'SiteAdded', data: site } as const
  const updateSite = { type: 'UpdateSite', ...site } as const
  const updated = { ...own, ...detailsOf.site({ name: 'North works' }) }
  const siteUpdated = { type: 'SiteUpdated', data: updated } as const
  const siteMoved = { type: 'SiteMoved', data: { ...own, clientId: there } } as const
  const picture = { ...own, content: { hash: hashOf('a'), size: 10 }, mimeType: 'image/png' } as const
  const setThumbnail = { type: 'SetSiteThumbnail', ...picture } as const
  const thumbnailSet = { type: 'SiteThumbnailSet', data: picture } as const
  const removeThumbnail = { type: 'RemoveSiteThumbnail', ...own } as const
  const thumbnailRemoved = { type: 'SiteThumbnailRemoved', data: own } as const
  const inTrash = { ...own, trashId: newTrashId() }
  const _deleteSite = { type: 'DeleteSite', ...inTrash } as const
  const siteDeleted = { type: 'SiteDeleted', data: inTrash } as const
  const _restoreSite = { type: 'RestoreSite', ...inTrash } as const
  const _siteRestored = { type: 'SiteRestored', data: inTrash } as const
  const purgeSite = { type: 'PurgeSite', ...inTrash } as const
  const sitePurged = { type: 'SitePurged', data: inTrash } as const
  const _otherEntry = newTrashId()

  test('is added only once', () => {
    given().decides(addSite, siteAdded)
    const others = { ...addSite, teamId: newTeamId() }
    given(siteAdded).refuses(others, 'id-taken')
    given(siteAdded, siteDeleted, sitePurged).refuses(others, 'id-taken')
  })

  test('records only what was changed: name and postcode, the client, both or nothing [D-76]', () => {
    given(siteAdded).ignores(updateSite)
    given(siteAdded).decides({ ...updateSite, ...updated }, siteUpdated)
    given(siteAdded).decides({ ...updateSite, clientId: there }, siteMoved)
    given(siteAdded).decides({ ...updateSite, ...updated, clientId: there }, siteUpdated, siteMoved)
    given(siteAdded, siteUpdated, siteMoved).ignores({ ...updateSite, ...updated, clientId: there })
  })

  test('[STATE-27, STATE-28] has its thumbnail replaced, and removed once', () => {
    given(siteAdded).decides(setThumbnail, thumbnailSet)
    given(siteAdded, thumbnailSet).decides(setThumbnail, thumbnailSet)
    given(siteAdded, thumbnailSet).decides(removeThumbnail, thumbnailRemoved)
    given(siteAdded, thumbnailSet, thumbnailRemoved).ignores(removeThumbnail)
  })

  test('is purged once', () => {
    given(siteAdded, siteDeleted, sitePurged).ignores(purgeSite)
  })

  test.each([setThumbnail, removeThumbnail])(
    'that is deleted, of another team or missing accepts no $type',
    (command) => {
      given().refuses(command, 'site-not-found')
      given(siteAdded, siteDeleted).refuses(command, 'site-not-found')
      given(siteAdded).refuses({ ...command, teamId: newTeamId() }, 'site-not-found')
    },
  )
})
