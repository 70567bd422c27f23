import { isFree } from '#schemas/plan-choice.ts'
import type { Plan } from '#schemas/plans.ts'
import { periodOf, priceOf } from '#web/lib/plan-price.ts'
import { cardUpFront, collectsVat } from '#web/lib/settings.ts'

/** Whether a plan is paid for when registering (STATE2-12). */
export const asksCard = (plan: Plan | undefined): boolean => plan !== undefined && !isFree(plan) && cardUpFront()

/** The plan of a form: the one that was chosen, else the free one; undefined where there is none. */
export const planOf = (plans: readonly Plan[], chosen: string): Plan | undefined =>
  plans.find(({ id }) => id === chosen) ?? plans.find((plan) => plan.active && isFree(plan))

/** What whoever registers with a plan agrees to, and what becomes of it. */
export const termsOf = (plan: Plan | undefined): string => {
  const trial = 'You start with 10 days of everything, without limits'
  if (!plan) return `${trial}. After that your team needs a plan.`
  if (isFree(plan)) return `${trial}. After that the limits of the free plan apply.`
  const price = `${priceOf(plan)}${collectsVat() ? ' plus VAT' : ''}`
  const period = periodOf(plan)
  if (!asksCard(plan)) {
    return `${trial} and without a card. ${plan.name} then costs ${price}, once you subscribe in the settings.`
  }
  return (
    `${price}, charged to your card today and then every ${period}. You can cancel at any time, and keep the plan ` +
    `until the end of the ${period} that is paid for.`
  )
}
