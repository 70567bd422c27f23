import type { Plan } from './plans.ts'

/** Whether a plan is free, so that registration accepts it without a payment. */
export const isFree = ({ price }: Pick<Plan, 'price'>): boolean => price === 0

/** The plans to choose from for one interval: active ones of that interval, and free ones. */
export const plansFor = (plans: readonly Plan[], interval: Plan['interval']): Plan[] =>
  plans.filter((plan) => plan.active && (plan.interval === interval || isFree(plan)))
