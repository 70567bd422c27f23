import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { type Route, route } from '#api/http/route.ts'
import type { BillingOrders } from '#api/services/billing/billing-orders.ts'
import { discount } from '#api/services/billing/coupons.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { type Given, giveTeamDiscount, giveUserDiscount } from '#schemas/resources/kiosk-discounts.ts'

/** `currency` is ISO 4217, small letters. */
type Setup = { ledger: Ledger; orders: BillingOrders; currency: string }

/** Discounts that operators give (D-97 P-6). */
export const kioskDiscountRoutes = (
  { currency, ...setup }: Setup,
  { accounts, teams }: Pick<ReadModels, 'accounts' | 'teams'>,
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
