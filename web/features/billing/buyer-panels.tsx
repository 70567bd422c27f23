import { Textarea, TextInput } from '@mantine/core'
import { asksVat } from '#schemas/billing/vat.ts'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, addressOf, billingOf } from '#web/features/billing/account.ts'
import { TaxNote } from '#web/features/billing/tax-note.tsx'
import { useBillingForm } from '#web/features/billing/use-billing-form.ts'
import { collectsVat } from '#web/lib/settings.ts'

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
