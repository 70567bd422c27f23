import type { Plan } from '#schemas/plans.ts'
import type { Account } from '#web/features/billing/account.ts'
import { liveSubscription, taxOn, withTax } from '#web/features/billing/plan-words.ts'
import { type PriceFact, PriceFacts } from '#web/features/billing/price-facts.tsx'
import { longDate } from '#web/lib/dates.ts'
import { priceOf } from '#web/lib/plan-price.ts'
import { money } from '#web/lib/settings.ts'

/** What is due, and when: nothing while a trial runs, whose end a first subscription keeps (D-97, P-2). */
const dueOf = ({ billing, trialEndsAt }: Account, total: number): PriceFact | undefined => {
  const live = liveSubscription(billing)
  const trial = live?.trial_ends_at ?? (billing.subscriptions.length === 0 ? trialEndsAt : null)
  const isTrial = trial !== null && Date.parse(trial) > Date.now()
  if (isTrial) return { name: `Due on ${longDate(trial)}, when the trial ends`, amount: money(total), sum: true }
  if (!live) return { name: 'Due today', amount: money(total), sum: true }
  return undefined
}

type Props = { account: Account; plan: Plan /** In percent; null without VAT. */; rate: number | null }

/** What a plan costs with its VAT, and what is due. */
export const PlanPrice = ({ account, plan, rate }: Props) => {
  const total = withTax(plan.price, rate ?? 0)
  const due = dueOf(account, total)
  const facts: PriceFact[] = [
    { name: plan.name, amount: priceOf(plan) },
    ...(rate ? [{ name: `VAT ${rate} %`, amount: money(taxOn(plan.price, rate)) }] : []),
    ...(rate ? [{ name: 'Total', amount: priceOf({ ...plan, price: total }) }] : []),
    ...(due ? [due] : []),
  ]
  return <PriceFacts facts={facts} />
}
