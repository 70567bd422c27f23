import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Plan } from '#schemas/billing/plans.ts'
import type { Billing } from '#schemas/resources/billable.ts'
import { AddressInputs } from '#web/components/address/address-inputs.tsx'
import { type Card, cardError, givenCard, isOfCard, noCard } from '#web/components/card/card.ts'
import { CardField } from '#web/components/card/card-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { type Account, addressOf, billingOf, type PlanOrder, useRefreshBilling } from '#web/features/billing/account.ts'
import { CardName } from '#web/features/billing/card-name.tsx'
import { changeFailure } from '#web/features/billing/change-failure.ts'
import styles from '#web/features/billing/change-plan-dialog.module.css'
import { PlanPrice } from '#web/features/billing/plan-price.tsx'
import { PlanUse } from '#web/features/billing/plan-use.tsx'
import { liveSubscription } from '#web/features/billing/plan-words.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { useTaxRate } from '#web/lib/use-tax-rate.ts'

type Values = ReturnType<typeof addressOf> & typeof noCard & { plan: string }

/** The words of the change: title of the dialog, and labels of its button. */
const wordsFor = (plan: Plan, billing: Billing) => {
  const live = liveSubscription(billing)
  if (!live) return { title: `Subscribe to ${plan.name}`, action: ['Subscribe', 'Subscribing'] } as const
  if (live.provider_plan === plan.id) return { title: `Resume ${plan.name}`, action: ['Resume', 'Resuming'] } as const
  return { title: `Change to ${plan.name}`, action: ['Change Plan', 'Changing Plan'] } as const
}

type Props = {
  account: Account
  plan: Plan
  opened: boolean
  onClose: () => void
  /** The account as it is after the change, or while it is under way. */
  onDone: (billing: Billing) => void
}

/** Confirms a plan with its price and tax, and asks for a card where there is none yet. */
const ChangePlanDialog = ({ account, plan, opened, onClose, onDone }: Props) => {
  // News of the account while the change is under way must not take the card out of the payer's hands.
  const [{ billing }, setShown] = useState(account)
  const { calls, params } = billingOf(account)
  const refresh = useRefreshBilling()
  const card = useRef<Card>(null)
  const [otherCard, setOtherCard] = useState(false)
  const [failed, setFailed] = useState<string>()
  const asksCard = billing.card_brand === null || otherCard
  const asksAddress = billing.billing_country === null

  const { form, failure, ...state } = useEndpointForm({
    endpoint: calls.subscribe,
    params,
    initial: { plan: plan.id, ...noCard, ...addressOf(billing) } as Values,
    prepare: async (values) => {
      setFailed(undefined)
      return asksCard && card.current ? { ...values, ...(await card.current.token()) } : values
    },
    body: ({ plan: id, stripe_token, braintree_type, braintree_token, ...address }): never => {
      const token = givenCard({ stripe_token, braintree_type, braintree_token })
      const order: PlanOrder = { plan: id, ...token, ...(asksAddress && address) }
      return order as never
    },
    onProblem: (problem) => {
      if (isOfCard(problem)) setOtherCard(true)
      const isOfField = problem instanceof ApiProblem && Object.keys(problem.errors).length > 0
      if (!isOfField) setFailed(changeFailure(problem))
      // The server's state may differ from the page's.
      void refresh()
      return !isOfField
    },
    onDone: async (changed) => {
      await refresh()
      onDone(changed)
    },
  })
  if (!state.busy && account.billing !== billing) setShown(account)
  const place = { ...form.values, vat_id: billing.vat_id ?? '' }
  const rate = useTaxRate(place)
  const { title, action } = wordsFor(plan, billing)
  const planError = form.errors.plan
  return (
    <Dialog title={title} opened={opened} onClose={onClose} size={asksCard ? 'lg' : 'md'} steady={state.busy}>
      <PlanUse account={account} plan={plan} />
      <PlanPrice account={account} plan={plan} place={place} rate={rate} />
      <EndpointForm
        {...state}
        failure={failed ?? (typeof planError === 'string' ? planError : undefined) ?? failure}
        action={action}
        narrow
      >
        {asksCard ? (
          <div className={styles.card}>
            <CardField ref={card} error={cardError(form.errors)} />
          </div>
        ) : (
          <div className={styles.paid}>
            <Text size="md" c="dimmed">
              Paid with
            </Text>
            <CardName brand={billing.card_brand} lastFour={billing.card_last_four} />
            <Button variant="subtle" size="compact-sm" onClick={() => setOtherCard(true)}>
              Use another card
            </Button>
          </div>
        )}
        {asksAddress && (
          <div className={styles.address}>
            <AddressInputs form={form} />
          </div>
        )}
      </EndpointForm>
    </Dialog>
  )
}

export default ChangePlanDialog
