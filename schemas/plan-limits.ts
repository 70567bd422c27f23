import type { Plan } from './plans.ts'

type Limit = keyof Plan['attributes']

/** The limits without a subscription: those of the plan 'free', or none if it is not configured (D-17, D-43). */
const freeLimit = (plans: readonly Plan[], limit: Limit): number | null =>
  plans.find(({ id }) => id === 'free')?.attributes[limit] ?? null

/** How many teams a user may own; null = no limit (D-17). */
export const teamLimit = (plans: readonly Plan[]): number | null => freeLimit(plans, 'teams')

/** How many members and open invitations a team may have; null = no limit. A running trial has none (D-79). */
export const memberLimit = (plans: readonly Plan[], trialEndsAt: string, at: string): number | null =>
  trialEndsAt > at ? null : freeLimit(plans, 'teamMembers')

/**
 * How many active sites a team may have; null = no limit (D-43, VAL-20). A running trial has none; after it, without a
 * subscription, the plan 'free' applies (VAL-21, VAL-22).
 */
export const siteLimit = (plans: readonly Plan[], trialEndsAt: string, at: string): number | null =>
  trialEndsAt > at ? null : freeLimit(plans, 'sites')
