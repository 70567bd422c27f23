import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, addressOf, billingOf, useRefreshBilling } from '#web/features/billing/account.ts'
import { TaxNote } from '#web/features/billing/tax-note.tsx'
import { useValuesOfServer } from '#web/features/billing/use-values-of-server.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** The address on invoices, which decides the VAT. */
export const AddressPanel = ({ account }: { account: Account }) => {
  const { calls, params } = billingOf(account)
  const refresh = useRefreshBilling()
  const initial = addressOf(account.billing)
  const { form, ...state } = useEndpointForm({
    endpoint: calls.replaceCard,
    params,
    initial,
    body: (address) => ({ ...address, stripe_token: null, braintree_type: null, braintree_token: null }),
    onDone: async () => {
      form.resetDirty()
      await refresh()
      void announce('Your billing address has been updated.')
    },
  })
  useValuesOfServer(form, initial)
  return (
    <Panel title="Billing address">
      <EndpointForm {...state} action={['Update Address', 'Updating Address']}>
        <AddressInputs form={form} />
      </EndpointForm>
      <TaxNote place={{ ...form.values, vat_id: account.billing.vat_id ?? '' }} />
    </Panel>
  )
}
