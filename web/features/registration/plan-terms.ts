import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { asksVat } from '#schemas/billing/vat.ts'
import { periodOf, priceOf, withTax } from '#web/lib/plan-price.ts'
import { cardUpFront, collectsVat } from '#web/lib/settings.ts'
import { isWholePlace, type TaxedPlace } from '#web/lib/use-tax-rate.ts'

/** Whether a plan is paid for when registering. */
export const asksCard = (plan: Plan | undefined): boolean => plan !== undefined && !isFree(plan) && cardUpFront()

/** The plan of a form: the one that was chosen, else the free one; undefined where there is none. */
export const planOf = (plans: readonly Plan[], chosen: string): Plan | undefined =>
  plans.find(({ id }) => id === chosen) ?? plans.find((plan) => plan.active && isFree(plan))

/** Where the buyer is, and the VAT of the place in percent; null until it is known. */
export type Vat = { place: TaxedPlace; rate: number | null }

/** The price for one period, with its VAT. */
const priceWithVat = (plan: Plan, { place, rate }: Vat): string => {
  if (!asksVat(collectsVat(), place.country)) return priceOf(plan)
  if (rate === null || !isWholePlace(place)) return `${priceOf(plan)} plus VAT`
  if (rate === 0) return `${priceOf(plan)} without VAT, which you account for yourself`
  return `${priceOf({ ...plan, price: withTax(plan.price, rate) })} with ${rate} % VAT`
}

/** The terms of registering with a plan. */
export const termsOf = (plan: Plan | undefined, vat: Vat): string => {
  const trial = 'You start with 10 days of everything, without limits'
  if (!plan) return `${trial}. After that your team needs a plan.`
  if (isFree(plan)) return `${trial}. After that the limits of the free plan apply.`
  const price = priceWithVat(plan, vat)
  const period = periodOf(plan)
  if (!asksCard(plan)) {
    return `${trial} and without a card. ${plan.name} then costs ${price}, once you subscribe in the settings.`
  }
  return (
    `${price}, charged to your card today and then every ${period}. You can cancel at any time, and keep the plan ` +
    `until the end of the ${period} that is paid for.`
  )
}
