import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
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
import {
  redeemCoupon,
  redeemTeamCoupon,
  showCoupon,
  showTeamDiscount,
  showUserDiscount,
} from '#schemas/resources/coupons.ts'

type Setup = {
  ledger: Ledger
  payments: PaymentQuestions
  orders: BillingOrders
  /** ISO 4217, small letters. */
  currency: string
}

export const couponRoutes = (setup: Setup, { accounts, teams }: Pick<ReadModels, 'accounts' | 'teams'>): Route[] => {
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
