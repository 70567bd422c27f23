import { describe, expect, test } from 'vitest'
import type { TeamMember } from '#schemas/resources/members.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import { newClientId, newSiteId, newUserId } from '#tests/support/new-ids.ts'
import { limitsOf, limitsToSend, noLimits } from '#web/features/teams/limit-values.ts'
import { clientShown, sitesShown } from '#web/features/teams/members-panel.tsx'

const client_id = newClientId()
const siteId = newSiteId()
const limited = { role: 'member', client_id, all_sites: false, site_ids: [siteId], ends_at: null }

const memberWith = (pivot: Partial<TeamMember['pivot']>): TeamMember => ({
  id: newUserId(),
  name: 'Ann',
  photo_url: null,
  last_logged_in_at: null,
  role_on_current_team: pivot.role ?? 'member',
  pivot: { role: 'member', client_id: null, all_sites: true, site_ids: [], ...pivot },
  abilities: abilitiesOfRole('member'),
  ends_at: null,
})

describe('what a form sends about limits', () => {
  test('is what was chosen for a member', () => {
    expect(limitsToSend(limited)).toEqual(limited)
    expect(limitsToSend(noLimits)).toEqual({
      role: 'member',
      client_id: '',
      all_sites: true,
      site_ids: [],
      ends_at: null,
    })
  })

  test('[VAL2-08] [STATE2-30] names no client for another role', () => {
    expect(limitsToSend({ ...limited, role: 'editor' })).toEqual({
      role: 'editor',
      client_id: '',
      all_sites: true,
      site_ids: [],
      ends_at: null,
    })
  })

  test('[VAL2-09] [STATE2-31] names no sites without a client, nor where all are chosen', () => {
    expect(limitsToSend({ ...limited, client_id: '' }).site_ids).toEqual([])
    expect(limitsToSend({ ...limited, all_sites: true }).site_ids).toEqual([])
  })

  test('is the last day as it was picked, or none', () => {
    expect(limitsToSend({ ...noLimits, ends_at: '2027-03-31' }).ends_at).toBe('31/03/2027')
    expect(limitsToSend(limitsOf({ ...memberWith({}), ends_at: '31/03/2027' })).ends_at).toBe('31/03/2027')
  })

  test('starts with what the member has', () => {
    const member = memberWith({ client_id, all_sites: false, site_ids: [siteId] })

    expect(limitsOf(member)).toEqual(limited)
  })
})

describe('the list of members', () => {
  const names = new Map([[client_id, 'Acme']])

  test('[ROLE-08] [ROLE-09] names the client of a member, and none of others', () => {
    expect(clientShown(memberWith({ client_id }), names)).toBe('Acme')
    expect(clientShown(memberWith({}), names)).toBe('n/a')
    expect(clientShown(memberWith({ role: 'admin' }), names)).toBe('No')
  })

  test('[ROLE-10] says whether all sites are seen', () => {
    expect(sitesShown(memberWith({}))).toBe('All')
    expect(sitesShown(memberWith({ client_id, all_sites: false }))).toBe('Selected')
  })
})
