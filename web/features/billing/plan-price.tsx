import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Plan } from '#schemas/billing/plans.ts'
import type { SubscriptionPreview } from '#schemas/resources/subscription-preview.ts'
import { type Account, billingOf } from '#web/features/billing/account.ts'
import styles from '#web/features/billing/facts.module.css'
import { liveSubscription } from '#web/features/billing/plan-words.ts'
import { callApi } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { priceOf, taxOn, withTax } from '#web/lib/plan-price.ts'
import { money } from '#web/lib/settings.ts'
import { type TaxedPlace, useSettledPlace } from '#web/lib/use-tax-rate.ts'

/** One line of a bill: what it is for, and the amount in words. */
type PriceFact = { name: string; amount: string /** The sum of the lines above. */; sum?: boolean }

/** A price, line by line. */
const PriceFacts = ({ facts }: { facts: readonly PriceFact[] }) => (
  <dl className={styles.facts}>
    {facts.map(({ name, amount, sum = false }) => (
      <div key={name} className={sum ? `${styles.fact} ${styles.sum}` : styles.fact}>
        <dt>{name}</dt>
        <dd>{amount}</dd>
      </div>
    ))}
  </dl>
)

/** The payment provider's charge for a plan at this moment; undefined until it has answered. */
const usePreview = (account: Account, plan: Plan, place: TaxedPlace): SubscriptionPreview | undefined => {
  const { calls, params } = billingOf(account)
  const { vat_id: _, ...address } = useSettledPlace(place)
  // A known address is not asked for, and is not sent.
  const body = { plan: plan.id, ...(account.billing.billing_country === null && address) }
  return useQuery({
    queryKey: ['preview', account.id, body],
    queryFn: async () => (await callApi(calls.preview, { params, body })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  }).data
}

const previewed = ({ due_today, credit }: SubscriptionPreview): PriceFact[] => [
  { name: 'Due today', amount: money(due_today), sum: true },
  ...(credit > 0 ? [{ name: 'Taken off the next invoices', amount: money(credit) }] : []),
]

/** The amount due, and when: nothing while a trial runs, whose end a first subscription keeps (D-97, P-2). */
const dueOf = ({ billing, trialEndsAt }: Account, total: number, preview?: SubscriptionPreview): PriceFact[] => {
  const live = liveSubscription(billing)
  const trial = live?.trial_ends_at ?? (billing.subscriptions.length === 0 ? trialEndsAt : null)
  const isTrial = trial !== null && Date.parse(trial) > Date.now()
  if (isTrial) return [{ name: `Due on ${longDate(trial)}, when the trial ends`, amount: money(total), sum: true }]
  // A discount or a credit may wait for the plan. What was asked for the address before has another tax.
  if (preview && (live || preview.total === total)) return previewed(preview)
  return live || preview ? [] : [{ name: 'Due today', amount: money(total), sum: true }]
}

type Props = {
  account: Account
  plan: Plan
  /** The place that is known or typed. */
  place: TaxedPlace
  /** In percent; null without VAT. */
  rate: number | null
}

/** The price of a plan with its VAT, and the amount due. */
export const PlanPrice = ({ account, plan, place, rate }: Props) => {
  const preview = usePreview(account, plan, place)
  const total = withTax(plan.price, rate ?? 0)
  const facts: PriceFact[] = [
    { name: plan.name, amount: priceOf(plan) },
    ...(rate ? [{ name: `VAT ${rate} %`, amount: money(taxOn(plan.price, rate)) }] : []),
    ...(rate ? [{ name: 'Total', amount: priceOf({ ...plan, price: total }) }] : []),
    ...dueOf(account, total, preview),
  ]
  return <PriceFacts facts={facts} />
}
