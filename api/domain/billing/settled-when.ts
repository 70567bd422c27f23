import type { OrderedPlan } from '#schemas/events/billing-order.ts'

type Priced = Pick<OrderedPlan, 'unitMinor' | 'quantity' | 'interval'>

const perMonth = ({ unitMinor, quantity, interval }: Priced) =>
  (unitMinor * quantity) / (interval === 'yearly' ? 12 : 1)

/** A cheaper plan of the same interval is credited later; everything else is paid for at once. */
export const settledWhen = (now: Priced, plan: Priced): 'now' | 'later' =>
  now.interval === plan.interval && perMonth(plan) < perMonth(now) ? 'later' : 'now'
