import type { Begun } from '#api/domain/registration.ts'
import { orderedPlan } from './billing.ts'
import { newCommandId, newTeamId, newUserId } from './new-ids.ts'

/** A registration whose team pays for its plan with a card. */
export const registrationOf = (changes: Partial<Begun> = {}): Begun => {
  const registrationId = newCommandId()
  const userId = newUserId()
  const teamId = newTeamId()
  return {
    registrationId,
    userId,
    teamId,
    billable: { kind: 'team', id: teamId },
    name: 'Ann Smith',
    email: `ann-${userId}@example.com`,
    passwordHash: 'hash',
    proof: null,
    team: 'North',
    slug: `north-${teamId}`,
    plan: orderedPlan('starter-monthly'),
    token: 'pm_ok',
    coupon: null,
    address: '1 High Street',
    addressLine2: null,
    city: 'Leeds',
    state: null,
    zip: 'LS1 1AA',
    country: 'GB',
    vatId: null,
    ...changes,
  }
}
