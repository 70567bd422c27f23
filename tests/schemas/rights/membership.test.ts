import { describe, expect, test } from 'vitest'
import { abilitiesOfRole, changesFrom, noAbilities, withChanges } from '#schemas/rights/abilities.ts'
import { abilitiesOf, plainMembership } from '#schemas/rights/membership.ts'
import { isWithin, wholeTeam } from '#schemas/rights/scope.ts'
import { newClientId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'

describe('single flags of a member', () => {
  test('go before the role’s own', () => {
    const abilities = withChanges('member', { files: { create: true }, clients: { view: false } })

    expect(abilities.files).toEqual({ create: true, update: false, delete: false, view: true })
    expect(abilities.clients.view).toBe(false)
    expect(abilities.sites).toEqual(abilitiesOfRole('member').sites)
  })

  test('never let an auditor write', () => {
    const everything = { create: true, update: true, delete: true, view: true }

    expect(withChanges('auditor', { files: everything })).toEqual(abilitiesOfRole('auditor'))
  })

  test('are kept only where they differ from the role’s', () => {
    expect(changesFrom('editor', { files: { view: true, delete: true }, sites: { create: true } })).toEqual({
      files: { delete: true },
    })
    expect(changesFrom('auditor', { files: { create: true } })).toEqual({})
  })
})

describe('a member with limits', () => {
  const clientId = newClientId()

  test('creates no clients, and no sites where they see chosen ones', () => {
    const wish = { clients: { create: true }, sites: { create: true } }
    const ofClient = abilitiesOf({ ...plainMembership('member'), abilities: wish, clientId })
    const ofSites = abilitiesOf({ ...plainMembership('member'), abilities: wish, clientId, siteIds: [newSiteId()] })

    expect([ofClient.clients.create, ofClient.sites.create]).toEqual([false, true])
    expect([ofSites.clients.create, ofSites.sites.create]).toEqual([false, false])
  })

  test('does not delete the client of which they see chosen sites: the others would go too', () => {
    const abilities = { clients: { delete: true, update: true }, sites: { delete: true } }
    const ofClient = abilitiesOf({ ...plainMembership('member'), abilities, clientId })
    const ofSites = abilitiesOf({ ...plainMembership('member'), abilities, clientId, siteIds: [newSiteId()] })

    expect([ofClient.clients.delete, ofClient.sites.delete]).toEqual([true, true])
    expect([ofSites.clients.delete, ofSites.clients.update, ofSites.sites.delete]).toEqual([false, true, true])
  })

  test('somebody without a team may do nothing', () => {
    expect(Object.values(noAbilities).flatMap((flags) => Object.values(flags))).not.toContain(true)
  })
})

describe('a scope', () => {
  const teamId = newTeamId()
  const clientId = newClientId()
  const siteId = newSiteId()

  test('holds what is the team’s, the client’s and the sites’', () => {
    const scope = { teamId, clientId, siteIds: [siteId] }

    expect(isWithin(scope, { teamId, clientId })).toBe(true)
    expect(isWithin(scope, { teamId, clientId, siteId })).toBe(true)
    expect(isWithin(scope, { teamId, clientId, siteId: newSiteId() })).toBe(false)
    expect(isWithin({ ...scope, siteIds: null }, { teamId, clientId, siteId: newSiteId() })).toBe(true)
    expect(isWithin(scope, { teamId, clientId: newClientId(), siteId })).toBe(false)
    expect(isWithin({ ...scope, clientId: null }, { teamId, clientId: newClientId(), siteId })).toBe(true)
    expect(isWithin(scope, { teamId: newTeamId(), clientId, siteId })).toBe(false)
    expect(isWithin(wholeTeam(teamId), { teamId, clientId: newClientId(), siteId: newSiteId() })).toBe(true)
    expect(isWithin(wholeTeam(teamId), { teamId: newTeamId() })).toBe(false)
  })

  test('of no sites holds none', () => {
    expect(isWithin({ teamId, clientId, siteIds: [] }, { teamId, clientId, siteId })).toBe(false)
  })
})
