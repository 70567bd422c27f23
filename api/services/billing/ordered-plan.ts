import type { Ledger } from '#api/event-store/ledger.ts'
import { invalidField } from '#api/http/problem.ts'
import { activeTeam } from '#api/services/accounts/accept-invitation.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import { invalidPlan } from '#schemas/resources/registration.ts'

/** The plan that a billable may order by this id; 422 for one that is unknown, not offered, or for the other kind. */
export const offeredPlan = (plans: readonly Plan[], { kind }: Billable, id: string): Plan => {
  const plan = plans.find((each) => each.id === id && each.active && each.type === kind)
  if (!plan) throw invalidField('plan', invalidPlan)
  return plan
}

/** A plan at its present price. `currency` is ISO 4217, small letters. */
export const orderedPlan = ({ id, name, price, interval }: Plan, currency: string): OrderedPlan => ({
  id,
  name,
  interval,
  currency,
  quantity: 1,
  unitMinor: Math.round(price * 100),
})

/** The end of the trial of a team that runs, which a first subscription keeps (D-97, P-2); null for users. */
export const trialKept = async (ledger: Ledger, billable: Billable, at: string): Promise<string | null> => {
  if (billable.kind === 'user') return null
  const { trialEndsAt } = await activeTeam(ledger, billable.id)
  return trialEndsAt > at ? trialEndsAt : null
}
