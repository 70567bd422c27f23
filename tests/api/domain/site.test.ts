import { describe, test } from 'vitest'
import { siteDecider } from '#api/domain/site.ts'
import { deciding } from '#tests/support/decider.ts'
import { newClientId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'

const given = deciding(siteDecider)

describe('a site', () => {
  const place = { siteId: newSiteId(), teamId: newTeamId(), clientId: newClientId() }
  const site = { ...place, name: 'North plant', postcode: null }
  const addSite = { type: 'AddSite', ...site } as const
  const siteAdded = { type: 'SiteAdded', data: site } as const

  test('is added, with or without a postcode', () => {
    given().when(addSite).then(siteAdded)
    given()
      .when({ ...addSite, postcode: 'EC1A 1BB' })
      .then({ type: 'SiteAdded', data: { ...site, postcode: 'EC1A 1BB' } })
  })

  test('is added once', () => {
    given(siteAdded).when(addSite).thenBreaks('id-taken')
  })

  test('knows its team and its client', () => {
    given(siteAdded).thenState({ status: 'active', ...place })
  })
})
