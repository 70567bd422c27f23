import { usePresentDiscount } from '#web/features/kiosk/accounts/use-present-discount.ts'
import { discountWords } from '#web/lib/coupon-words.ts'

/** The discount of a user or a team, in words. */
export const PresentDiscount = (of: { kind: 'user' | 'team'; id: string }) => {
  const { data, isPending, isError } = usePresentDiscount(of)
  if (isPending) return '…'
  if (isError) return 'Unknown at the moment'
  return data ? discountWords(data) : 'None'
}
