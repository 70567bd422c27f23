import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, billingOf } from '#web/features/billing/account.ts'
import { teamCoupons, userCoupons } from '#web/lib/account-calls.ts'
import { callApi } from '#web/lib/api.ts'
import { discountWords } from '#web/lib/coupon-words.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** The calls about the discount of an account, typed as those about a team (see account.ts). */
const couponsOf = ({ kind }: Account): typeof teamCoupons =>
  kind === 'team' ? teamCoupons : (userCoupons as unknown as typeof teamCoupons)

/** The present discount, and the form that redeems a coupon. */
export const DiscountPanel = ({ account }: { account: Account }) => {
  const { show, redeem } = couponsOf(account)
  const { params } = billingOf(account)
  const changed = useChanged(['signed-in'])
  const { data: discount } = useQuery({
    queryKey: ['signed-in', 'discount', account.id],
    queryFn: async () => (await callApi(show, { params })).data,
  })
  const { form, ...state } = useEndpointForm({
    endpoint: redeem,
    params,
    initial: { coupon: '' },
    body: (values) => values,
    onDone: async () => {
      form.reset()
      await changed('The coupon has been redeemed.')
    },
  })
  return (
    <Panel title="Discount">
      {discount && <Text mb="md">{discountWords(discount)}.</Text>}
      <EndpointForm {...state} action={['Redeem', 'Redeeming']} narrow>
        <TextInput
          label="Coupon code"
          description={discount ? 'It takes the place of the present discount' : undefined}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('coupon')}
        />
      </EndpointForm>
    </Panel>
  )
}
