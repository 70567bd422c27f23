import { useQuery } from '@tanstack/react-query'
import { teamCoupons, userCoupons } from '#web/lib/calls/coupons.ts'
import { discountWords } from '#web/lib/coupon-words.ts'
import { oneQuery } from '#web/lib/queries.ts'

type Props = { kind: 'user' | 'team'; id: string }

/** The discount of a user or a team, in words. */
export const PresentDiscount = ({ kind, id }: Props) => {
  // Typed as the call about a team: both answer the same.
  const show = kind === 'team' ? teamCoupons.show : (userCoupons.show as unknown as typeof teamCoupons.show)
  const { data, isPending, isError } = useQuery({ ...oneQuery(show, { id }), staleTime: 0 })
  if (isPending) return '…'
  if (isError) return 'Unknown at the moment'
  return data ? discountWords(data) : 'None'
}
