import { describe, expect, test } from 'vitest'
import type { SignedIn } from '#api/http/actor.ts'
import { authorize } from '#api/http/authorize.ts'
import { HttpProblem } from '#api/http/problem.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { abilitiesOfRole, noAbilities } from '#schemas/rights/abilities.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { narrowed } from '#schemas/rights/token-abilities.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'

const teamId = newTeamId()
const somebody: SignedIn = {
  userId: newUserId(),
  teamId,
  role: 'admin',
  abilities: abilitiesOfRole('admin'),
  scope: wholeTeam(teamId),
  operator: false,
  operatorLacksFactor: false,
  twoFactor: false,
  factorDue: false,
  coveredUntil: null,
  verified: true,
  token: null,
  impersonator: null,
  via: { kind: 'session', id: null },
}
const operator = { ...somebody, operator: true }
const impersonated = { ...somebody, impersonator: newUserId() }
const withToken = { ...somebody, token: ['import' as const], abilities: noAbilities }

type Asked = Pick<Endpoint, 'access' | 'caller'> & { method?: Endpoint['method'] }

/** 200, or the status that the caller is refused with. */
const statusFor = (endpoint: Asked, actor: SignedIn | undefined, verifiedOnly = false): number => {
  try {
    authorize({ method: 'GET', ...endpoint }, actor, verifiedOnly)
    return 200
  } catch (error) {
    return error instanceof HttpProblem ? error.status : 500
  }
}

const own: Asked = { access: 'signed-in' }
const unverified = { ...somebody, verified: false }

type Rule = [rule: string, refused: [number, Asked, SignedIn | undefined, boolean?], but: typeof allowed]
const allowed: [Asked, SignedIn | undefined, boolean?] = [own, somebody]

/** Each rule with a caller whom it alone keeps out: the same call goes through once that is not so. */
const rules: Rule[] = [
  ['guests sign in first', [401, own, undefined], [{ access: 'public' }, undefined]],
  [
    'what is not granted is denied',
    [403, { access: 'clients.delete' }, { ...somebody, abilities: noAbilities }],
    [{ access: 'clients.delete' }, somebody],
  ],
  [
    'a right goes with the role',
    [403, { access: 'import' }, { ...somebody, role: 'editor' }],
    [{ access: 'import' }, somebody],
  ],
  [
    'a right needs a team',
    [403, { access: 'import' }, { ...somebody, role: null }],
    [{ access: 'import' }, { ...operator, role: null }],
  ],
  ['a token carries the right too', [403, { access: 'history.view' }, withToken], [{ access: 'import' }, withToken]],
  ['what needs no ability is no token’s', [403, own, withToken], [{ ...own, caller: { byToken: true } }, withToken]],
  [
    'records of a team need a trial or a plan',
    [402, { access: 'clients.view' }, { ...somebody, coveredUntil: '2026-01-01T00:00:00.000Z' }],
    [{ access: 'clients.view' }, { ...somebody, coveredUntil: '9999-01-01T00:00:00.000Z' }],
  ],
  [
    'so does what shows them without an ability, and nothing else',
    [402, { ...own, caller: { needsPlan: true } }, { ...somebody, coveredUntil: '' }],
    [own, { ...somebody, coveredUntil: '' }],
  ],
  ['what is the operators’ is not there', [404, { access: 'operator' }, somebody], [{ access: 'operator' }, operator]],
  [
    'an operator is verified where all must be',
    [404, { access: 'operator' }, { ...operator, verified: false }, true],
    [{ access: 'operator' }, { ...operator, verified: false }],
  ],
  [
    'everybody is verified where all must be',
    [403, own, unverified, true],
    [{ ...own, caller: { unverified: true } }, unverified, true],
  ],
  [
    'some things only the person sees',
    [403, { ...own, caller: { inPerson: true } }, impersonated],
    [own, impersonated],
  ],
  [
    'only the person writes what is no record',
    [403, { ...own, method: 'PUT' }, impersonated],
    [{ ...own, method: 'PUT', caller: { impersonated: 'It gives nobody a right.' } }, impersonated],
  ],
  [
    'only the person gives a right of their role away',
    [403, { access: 'share', method: 'POST' }, impersonated],
    [{ access: 'clients.create', method: 'POST' }, impersonated],
  ],
]

describe('the policy', () => {
  test.each(rules)('[ABIL-27] %s', (_, [status, ...refused], but) => {
    expect(statusFor(...refused)).toBe(status)
    expect(statusFor(...but)).toBe(200)
  })

  test('[ABIL-27] a token takes away and gives nothing', () => {
    const member = abilitiesOfRole('member')

    expect(narrowed(member, ['clients.view', 'clients.delete']).clients).toEqual({ ...noAbilities.clients, view: true })
    expect(narrowed(member, []).sites.view).toBe(false)
  })
})
