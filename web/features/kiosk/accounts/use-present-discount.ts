import { teamCoupons, userCoupons } from '#web/lib/account-calls.ts'
import { useFresh } from '#web/lib/queries.ts'

/** The discount that a user or a team has; null without one. */
export const usePresentDiscount = ({ kind, id }: { kind: 'user' | 'team'; id: string }) => {
  // Typed as the call about a team: both answer the same.
  const show = kind === 'team' ? teamCoupons.show : (userCoupons.show as unknown as typeof teamCoupons.show)
  return useFresh(show, { id })
}
