import { Anchor } from '@mantine/core'
import type { Billing } from '#schemas/resources/billable.ts'
import { usePresentDiscount } from '#web/features/kiosk/accounts/use-present-discount.ts'
import { discountWords } from '#web/lib/coupon-words.ts'

/** The discount of a user or a team, in words. */
export const PresentDiscount = (of: { kind: 'user' | 'team'; id: string }) => {
  const { data, isPending, isError } = usePresentDiscount(of)
  if (isPending) return '…'
  if (isError) return 'Unknown at the moment'
  return data ? discountWords(data) : 'None'
}

type Props = {
  account: Pick<Billing, 'stripe_id' | 'braintree_id'>
  /** The page of the customer at the payment provider; null where there is none. */
  page: string | null
}

/** The customer at the payment provider: a link where there is a page, else the id (D-36). */
export const Customer = ({ account: { stripe_id, braintree_id }, page }: Props) => {
  const id = stripe_id ?? braintree_id
  if (id === null) return 'None'
  return page === null ? (
    <code>{id}</code>
  ) : (
    <Anchor href={page} target="_blank" rel="noopener noreferrer" inherit>
      {id}
    </Anchor>
  )
}
