import { Text, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { asksVat } from '#schemas/billing/vat.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, addressOf, billingOf } from '#web/features/billing/account.ts'
import type { BodyFor, InputOf } from '#web/lib/api.ts'
import { collectsVat } from '#web/lib/settings.ts'
import { useChanged } from '#web/lib/use-changed.ts'
import { isWholePlace, type TaxedPlace, useTaxRate } from '#web/lib/use-tax-rate.ts'

type Options<E extends Endpoint, Values> = {
  account: Account
  endpoint: E
  initial: Values
  body: (values: Values) => BodyFor<E>
  /** The announcement once it is saved. */
  said: string
}

/**
 * A form about an account, which keeps at what the server holds and may have been changed elsewhere meanwhile; what was
 * typed and not sent yet stays.
 */
const useBillingForm = <E extends Endpoint, Values extends Record<string, string>>(options: Options<E, Values>) => {
  const { account, endpoint, initial, body, said } = options
  const changed = useChanged(['signed-in'])
  const { form, ...state } = useEndpointForm({
    endpoint,
    params: billingOf(account).params as InputOf<E>['params'],
    initial,
    body,
    onDone: async () => {
      form.resetDirty()
      await changed(said)
    },
  })
  const known = JSON.stringify(initial)
  const take = useEffectEvent((now: Values) => {
    const isTyped = form.isDirty()
    form.resetDirty(now)
    if (!isTyped) form.setValues(now)
  })
  useEffect(() => take(JSON.parse(known) as Values), [known])
  return { form, state }
}

const wordsOf = (rate: number | null, place: TaxedPlace): string => {
  if (rate === null) return 'No VAT on your next invoices'
  const words = `VAT on your next invoices: ${rate} %`
  if (rate > 0) return words
  return isWholePlace(place)
    ? `${words} (reverse charge: you account for it yourself)`
    : `${words}, until city, state and postcode are given`
}

/** The VAT of what is typed, as it changes. */
const TaxNote = ({ place }: { place: TaxedPlace }) => {
  const rate = useTaxRate(place)
  if (!collectsVat()) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {wordsOf(rate, place)}
    </Text>
  )
}

type Props = { account: Account }

/** The address on invoices, which decides the VAT. */
export const AddressPanel = ({ account }: Props) => {
  const { form, state } = useBillingForm({
    account,
    endpoint: billingOf(account).calls.replaceCard,
    initial: addressOf(account.billing),
    body: (address) => ({ ...address, stripe_token: null, braintree_type: null, braintree_token: null }),
    said: 'Your billing address has been updated.',
  })
  return (
    <Panel title="Billing address">
      <EndpointForm {...state} action={['Update Address', 'Updating Address']}>
        <AddressInputs form={form} />
      </EndpointForm>
      <TaxNote place={{ ...form.values, vat_id: account.billing.vat_id ?? '' }} />
    </Panel>
  )
}

const VatForm = ({ account }: Props) => {
  const { form, state } = useBillingForm({
    account,
    endpoint: billingOf(account).calls.changeVatNumber,
    initial: { vat_id: account.billing.vat_id ?? '' },
    body: (values) => values,
    said: 'Your VAT ID has been updated.',
  })
  return (
    <Panel title="VAT ID">
      <EndpointForm {...state} action={['Update VAT ID', 'Updating VAT ID']} narrow>
        <TextInput
          label="VAT ID"
          description="With its country: GB980780684. Leave it empty to remove it."
          maxLength={64}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('vat_id')}
        />
      </EndpointForm>
      <TaxNote place={{ ...addressOf(account.billing), ...form.values }} />
    </Panel>
  )
}

/** The buyer's VAT number, in the countries whose VAT is collected. */
export const VatPanel = ({ account }: Props) =>
  asksVat(collectsVat(), addressOf(account.billing).country) || account.billing.vat_id ? (
    <VatForm account={account} />
  ) : null

/** Further lines of the buyer on invoices. */
export const InformationPanel = ({ account }: Props) => {
  const { form, state } = useBillingForm({
    account,
    endpoint: billingOf(account).calls.changeInformation,
    initial: { information: account.billing.extra_billing_information ?? '' },
    body: (values) => values,
    said: 'Your billing information has been updated.',
  })
  return (
    <Panel title="Extra billing information">
      <EndpointForm {...state} action={['Update', 'Updating']} narrow>
        <Textarea
          label="On your invoices"
          description="Such as an order number or a cost centre; it stands on each invoice from now on"
          rows={3}
          maxLength={2048}
          {...form.getInputProps('information')}
        />
      </EndpointForm>
    </Panel>
  )
}
