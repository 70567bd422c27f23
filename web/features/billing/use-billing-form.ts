import { useEffect, useEffectEvent } from 'react'
import type { Endpoint } from '#schemas/endpoint.ts'
import { type Account, billingOf, useRefreshBilling } from '#web/features/billing/account.ts'
import { announce } from '#web/lib/announce.ts'
import type { BodyFor, InputOf } from '#web/lib/call.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Options<E extends Endpoint, Values> = {
  account: Account
  endpoint: E
  initial: Values
  body: (values: Values) => BodyFor<E>
  /** What is announced once it is saved. */
  said: string
}

/**
 * A form about an account, which keeps at what the server holds and may have been changed elsewhere meanwhile; what was
 * typed and not sent yet stays.
 */
export const useBillingForm = <E extends Endpoint, Values extends Record<string, string>>(
  options: Options<E, Values>,
) => {
  const { account, endpoint, initial, body, said } = options
  const refresh = useRefreshBilling()
  const { form, ...state } = useEndpointForm({
    endpoint,
    params: billingOf(account).params as InputOf<E>['params'],
    initial,
    body,
    onDone: async () => {
      form.resetDirty()
      await refresh()
      void announce(said)
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
