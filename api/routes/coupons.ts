import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { none, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { BillingOrders } from '#api/services/billing/billing-orders.ts'
import { couponFor, discount, discountOf, presentTerms } from '#api/services/billing/coupons.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { ownerOf } from '#api/services/teams/team-access.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import {
  redeemCoupon,
  redeemTeamCoupon,
  showCoupon,
  showTeamDiscount,
  showUserDiscount,
} from '#schemas/resources/coupons.ts'
import { type Given, giveTeamDiscount, giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'

type Setup = {
  ledger: Ledger
  payments: PaymentQuestions
  orders: BillingOrders
  /** ISO 4217, small letters. */
  currency: string
}

export const couponRoutes = (setup: Setup, { accounts, teams }: ReadModels['directory']): Route[] => {
  const { ledger, payments, currency } = setup

  const redeem = async (billable: Billable, code: string, context: CommandContext) => {
    const terms = await couponFor(payments, code, currency)
    if (terms === null) throw notFound()
    return discount(setup, billable, terms, { ...context, teamId: billable.kind === 'team' ? billable.id : null })
  }

  const show = async (billable: Pick<Billable, 'id'>) => {
    const present = await discountOf(ledger, billable)
    return present ? resource(present) : none()
  }

  return [
    route(showUserDiscount, ({ actor, params: { id } }) => {
      if (actor.userId !== id && !actor.operator) throw notFound()
      orNotFound(accounts.user(id))
      return show({ id })
    }),
    route(showTeamDiscount, ({ actor, params: { id } }) => {
      if (actor.operator) orNotFound(teams.team(id))
      else ownerOf(teams, actor, id)
      return show({ id })
    }),
    route(showCoupon, async ({ params: { code } }) => {
      const terms = await payments.coupon(code)
      if (!terms) throw notFound()
      return resource({ ...presentTerms(terms), code })
    }),
    route(redeemCoupon, ({ actor, body, context }) => redeem({ kind: 'user', id: actor.userId }, body.coupon, context)),
    route(redeemTeamCoupon, ({ actor, params: { id }, body, context }) => {
      ownerOf(teams, actor, id)
      return redeem({ kind: 'team', id }, body.coupon, context)
    }),
  ]
}

/** Discounts that operators give (D-97 P-6). */
export const kioskDiscountRoutes = (
  { currency, ...setup }: Omit<Setup, 'payments'>,
  { accounts, teams }: ReadModels['directory'],
): Route[] => {
  const give = (billable: Billable, { type, value, duration, months }: Given, context: CommandContext) => {
    const isPercent = type === 'percent'
    const terms: DiscountTerms = {
      source: 'operator',
      couponId: `operator-${idMadeBy(context.commandId, 'discount')}`,
      code: null,
      percentOff: isPercent ? value : null,
      amountMinor: isPercent ? null : Math.round(value * 100),
      currency: isPercent ? null : currency,
      duration,
      months: duration === 'repeating' ? months : null,
    }
    return discount(setup, billable, terms, context)
  }

  return [
    route(giveUserDiscount, ({ params: { userId }, body, context }) => {
      orNotFound(accounts.user(userId))
      return give({ kind: 'user', id: userId }, body, context)
    }),
    route(giveTeamDiscount, ({ params: { id }, body, context }) => {
      orNotFound(teams.team(id))
      return give({ kind: 'team', id }, body, context)
    }),
  ]
}
