import { Textarea } from '@mantine/core'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, billingOf, useRefreshBilling } from '#web/features/billing/account.ts'
import { useValuesOfServer } from '#web/features/billing/use-values-of-server.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Further lines of the buyer on invoices. */
export const InformationPanel = ({ account }: { account: Account }) => {
  const { calls, params } = billingOf(account)
  const refresh = useRefreshBilling()
  const initial = { information: account.billing.extra_billing_information ?? '' }
  const { form, ...state } = useEndpointForm({
    endpoint: calls.changeInformation,
    params,
    initial,
    body: (values) => values,
    onDone: async () => {
      form.resetDirty()
      await refresh()
      void announce('Your billing information has been updated.')
    },
  })
  useValuesOfServer(form, initial)
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
