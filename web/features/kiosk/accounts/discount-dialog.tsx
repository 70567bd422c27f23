import { NativeSelect, Text, TextInput } from '@mantine/core'
import { giveTeamDiscount, giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { usePresentDiscount } from '#web/features/kiosk/accounts/use-present-discount.ts'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { discountWords } from '#web/lib/coupon-words.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** Who gets a discount. */
export type Discounted = { kind: 'user' | 'team'; id: string; name: string }

/** The call for either, typed as that for a team: both take the same form. */
const callFor = ({ kind, id }: Discounted) =>
  kind === 'team'
    ? { endpoint: giveTeamDiscount, params: { id } }
    : { endpoint: giveUserDiscount as unknown as typeof giveTeamDiscount, params: { userId: id } as never }

/** An amount off the next invoice, until the operator chooses otherwise. */
const initial = { type: 'amount' as const, value: '', duration: 'once' as const, months: '' }
type Values = {
  type: 'amount' | 'percent'
  value: string
  duration: 'once' | 'repeating' | 'forever'
  months: string
}

/** Gives a user or a team a discount, in place of the present one, which it tells of (D-97 P-7). */
const DiscountDialog = ({ to, opened, onClose }: { to: Discounted; opened: boolean; onClose: () => void }) => {
  const changed = useChanged(...accountKeys)
  const { data: present } = usePresentDiscount(to)
  const { form, ...state } = useEndpointForm({
    ...callFor(to),
    initial: initial as Values,
    body: ({ months, ...values }) => ({ ...values, ...(values.duration === 'repeating' ? { months } : {}) }),
    onDone: async () => {
      form.reset()
      onClose()
      await changed(`${to.name} has a discount.`)
    },
  })
  const { type, duration } = form.values
  return (
    <Dialog title={`Discount for ${to.name}`} opened={opened} onClose={onClose}>
      {present && <Text size="md">{`It takes the place of the present discount: ${discountWords(present)}.`}</Text>}
      <EndpointForm {...state} action={['Add Discount', 'Adding Discount']} narrow>
        <NativeSelect
          label="Type"
          data={[
            { value: 'amount', label: 'An amount' },
            { value: 'percent', label: 'A percentage' },
          ]}
          {...form.getInputProps('type')}
          data-autofocus
        />
        <TextInput
          label={type === 'amount' ? 'Amount' : 'Percent'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          {...form.getInputProps('value')}
        />
        <NativeSelect
          label="Duration"
          data={[
            { value: 'once', label: 'The next payment' },
            { value: 'repeating', label: 'Some months' },
            { value: 'forever', label: 'Every payment' },
          ]}
          {...form.getInputProps('duration')}
        />
        {duration === 'repeating' && (
          <TextInput
            label="Months"
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            {...form.getInputProps('months')}
          />
        )}
      </EndpointForm>
    </Dialog>
  )
}

export default DiscountDialog
