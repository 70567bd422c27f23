import { Alert, Text } from '@mantine/core'
import type { LinkedCoupon } from '#web/features/registration/use-coupon.ts'
import { couponWords } from '#web/lib/coupon-words.ts'

type Props = {
  coupon: LinkedCoupon
  /** Whether something is paid now. */
  pays: boolean
}

/** The coupon of the link that the page was opened with, or that it does not count. */
export const CouponNote = ({ coupon: { code, terms, invalid }, pays }: Props) => {
  if (invalid) {
    return (
      <Alert color="yellow" variant="light" role="alert">
        The coupon {code} is not valid. You can register without it.
      </Alert>
    )
  }
  if (!terms) return null
  return (
    <Text size="md" role="status">
      {`Coupon ${code}: ${couponWords(terms)}.`}
      {!pays && ' It counts once you pay for a plan: enter it in the settings then.'}
    </Text>
  )
}
