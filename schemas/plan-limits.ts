import type { Plan } from './plans.ts'

type Limit = keyof Plan['attributes']

/** What counts where there is no subscription: the plan 'free', or no limit where it is not configured (D-17, D-43). */
const freeLimit = (plans: readonly Plan[], limit: Limit): number | null =>
  plans.find(({ id }) => id === 'free')?.attributes[limit] ?? null

/** How many teams a user may own; null for any number (D-17). */
export const teamLimit = (plans: readonly Plan[]): number | null => freeLimit(plans, 'teams')

/** How many members and open invitations a team may have; null for any number. A running trial limits nothing (D-79). */
export const memberLimit = (plans: readonly Plan[], trialEndsAt: string, at: string): number | null =>
  trialEndsAt > at ? null : freeLimit(plans, 'teamMembers')

/**
 * How many sites a team may have that are not in the trash; null for any number (D-43, VAL-20). A running trial limits
 * nothing; once it is over without a subscription the plan 'free' counts (VAL-21, VAL-22).
 */
export const siteLimit = (plans: readonly Plan[], trialEndsAt: string, at: string): number | null =>
  trialEndsAt > at ? null : freeLimit(plans, 'sites')
