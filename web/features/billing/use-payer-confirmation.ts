import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Account, billingOf, orderPlan, useRefreshBilling } from '#web/features/billing/account.ts'
import { changeFailure } from '#web/features/billing/change-failure.ts'
import { liveSubscription } from '#web/features/billing/plan-words.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'

/**
 * A payment that the payer's bank wants to be confirmed (3-D Secure). `begin` lets the bank ask, `answered` is called
 * with either answer, and `giveUp` leaves everything as it was.
 */
export const usePayerConfirmation = (account: Account) => {
  const refresh = useRefreshBilling()
  const [asking, setAsking] = useState(false)
  const { calls, params } = billingOf(account)
  const { payment_action, billing_order } = account.billing

  /** The same change once more: it goes on where it waited, or answers how it was settled meanwhile. */
  const goOn = useMutation({
    mutationFn: async () => {
      if (billing_order?.plan) {
        const { payment_action: open } = await orderPlan(account, {
          plan: billing_order.plan,
          billing_order: billing_order.id,
        })
        if (open === null) void announce('Your subscription has been updated.')
      }
    },
    onSettled: refresh,
  })
  const stay = useMutation({
    mutationFn: async () => {
      const live = liveSubscription(account.billing)
      if (live) await orderPlan(account, { plan: live.provider_plan })
      else await callApi(calls.cancel, { params })
    },
    onSettled: refresh,
  })
  const error = goOn.error ?? stay.error
  return {
    secret: asking && payment_action ? payment_action.client_secret : undefined,
    busy: goOn.isPending || stay.isPending,
    failure: error === null ? undefined : changeFailure(error),
    begin: () => {
      goOn.reset()
      stay.reset()
      setAsking(true)
    },
    answered: () => {
      setAsking(false)
      goOn.mutate()
    },
    close: () => setAsking(false),
    giveUp: () => stay.mutate(),
  }
}

export type PayerConfirmation = ReturnType<typeof usePayerConfirmation>
