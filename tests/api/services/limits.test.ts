import { expect, test } from 'vitest'
import { limited } from '#api/domain/team-members.ts'
import { HttpProblem } from '#api/http/problem.ts'
import { limitsAsked } from '#api/services/billing/checked-limits.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { GivenRole } from '#schemas/rights/abilities.ts'
import { type Membership, plainMembership } from '#schemas/rights/membership.ts'
import { newClientId, newSiteId } from '#tests/support/new-ids.ts'

const client = newClientId()
const site = newSiteId()
const other = newSiteId()

type Asked = { role: GivenRole; client_id?: ClientId | null; all_sites?: boolean; site_ids?: SiteId[] | null }

/** Every way to say something of each field, or nothing. */
const requests = (['admin', 'editor', 'auditor', 'member'] as const).flatMap((role) =>
  [{}, { client_id: null }, { client_id: client }].flatMap((ofClient) =>
    [{}, { all_sites: true }, { all_sites: false }].flatMap((all) =>
      [{}, { site_ids: null }, { site_ids: [] }, { site_ids: [site] }].map(
        (some): Asked => ({ role, ...ofClient, ...all, ...some }),
      ),
    ),
  ),
)

const present: [string, Membership][] = [
  ['an invitation', plainMembership('member')],
  ['an editor', plainMembership('editor')],
  ['a member of one client', { ...plainMembership('member'), clientId: client }],
  ['a member of one site', { ...plainMembership('member'), clientId: client, siteIds: [other] }],
]

/** The limits that come of a request, or the fields that it is refused under. */
const outcomeOf = (asked: Asked, before: Membership): { limits: Membership } | { refused: string[] } => {
  try {
    return { limits: limited({ ...before, ...limitsAsked(asked, before).change }) }
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error
    return { refused: Object.keys(error.problem.errors ?? {}) }
  }
}

/** Whether a request asks for a limit, be it incomplete. */
const asksForLimit = ({ client_id, all_sites, site_ids }: Asked): boolean =>
  Boolean(client_id) || all_sites === false || (all_sites === undefined && Boolean(site_ids))

test.each(present)('limits give at most what was asked, whatever is left out: %s [D-57, D-115]', (_, before) => {
  const kinds = { limited: 0, whole: 0, refused: 0 }
  for (const asked of requests) {
    const outcome = outcomeOf(asked, before)
    const about = JSON.stringify([asked, outcome])
    if ('refused' in outcome) {
      kinds.refused += 1
      expect(outcome.refused, about).toHaveLength(1)
      continue
    }
    const { role, clientId, siteIds } = outcome.limits
    expect(role, about).toBe(asked.role)
    kinds[clientId === null ? 'whole' : 'limited'] += 1
    // Whoever sees the whole team was never meant to see less.
    if (clientId === null)
      expect(asksForLimit({ ...asked, ...(role === 'member' ? {} : { site_ids: null }) }), about).toBe(false)
    if (asked.client_id) expect(clientId, about).toBe(asked.client_id)
    const names = asked.site_ids && (asked.all_sites !== true || asked.site_ids.length > 0)
    if (clientId !== null && names) expect(siteIds, about).toEqual(asked.site_ids)
    if (clientId !== null && asked.all_sites === false) expect(siteIds?.length, about).toBeGreaterThan(0)
  }
  expect(Math.min(kinds.limited, kinds.whole, kinds.refused)).toBeGreaterThan(0)
})

test.each([
  ['client_id', { role: 'editor', client_id: client }],
  ['site_ids', { role: 'editor', site_ids: [site] }],
  ['all_sites', { role: 'auditor', all_sites: false }],
  ['client_id', { role: 'member', site_ids: [site] }],
  ['client_id', { role: 'member', all_sites: false }],
  ['site_ids', { role: 'member', client_id: client, site_ids: [] }],
  ['site_ids', { role: 'member', client_id: client, all_sites: false }],
] as [string, Asked][])('a limit that does not fit is refused under %s: %j [D-115]', (field, asked) => {
  expect(outcomeOf(asked, plainMembership('member'))).toEqual({ refused: [field] })
})

test('sites that are named without a word of all of them limit to them [D-115]', () => {
  const asked: Asked = { role: 'member', client_id: client, site_ids: [site] }

  expect(outcomeOf(asked, plainMembership('member'))).toMatchObject({ limits: { clientId: client, siteIds: [site] } })
})
