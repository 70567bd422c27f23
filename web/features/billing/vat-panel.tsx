import { TextInput } from '@mantine/core'
import { asksVat } from '#schemas/billing/vat.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, addressOf, billingOf, useRefreshBilling } from '#web/features/billing/account.ts'
import { TaxNote } from '#web/features/billing/tax-note.tsx'
import { useValuesOfServer } from '#web/features/billing/use-values-of-server.ts'
import { announce } from '#web/lib/announce.ts'
import { collectsVat } from '#web/lib/settings.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

const VatForm = ({ account }: { account: Account }) => {
  const { calls, params } = billingOf(account)
  const refresh = useRefreshBilling()
  const initial = { vat_id: account.billing.vat_id ?? '' }
  const { form, ...state } = useEndpointForm({
    endpoint: calls.changeVatNumber,
    params,
    initial,
    body: (values) => values,
    onDone: async () => {
      form.resetDirty()
      await refresh()
      void announce('Your VAT ID has been updated.')
    },
  })
  useValuesOfServer(form, initial)
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
export const VatPanel = ({ account }: { account: Account }) =>
  asksVat(collectsVat(), addressOf(account.billing).country) || account.billing.vat_id ? (
    <VatForm account={account} />
  ) : null
