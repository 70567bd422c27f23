import type { PaymentQuestions, Quote } from '#api/adapters/payment/payment-questions.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { kindFor, waitingOf } from '#api/domain/billing/orders.ts'
import { settledWhen } from '#api/domain/billing/settled-when.ts'
import { type Billing, liveSubscription } from '#api/domain/billing/state.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { addressAfter, type ChangedAddress, type TaxOf } from '#api/sagas/give-address.ts'
import { couponFor } from '#api/services/billing/coupons.ts'
import { offeredPlan, orderedPlan, trialKept } from '#api/services/billing/ordered-plan.ts'
import { presentUse, requireRoomInPlan } from '#api/services/billing/room-in-plan.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import { ownerOf } from '#api/services/teams/team-access.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { majorUnits } from '#schemas/billing/money.ts'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { showTeamUse, showUse } from '#schemas/resources/plans.ts'
import {
  previewSubscription,
  previewTeamSubscription,
  type SubscriptionPreview,
} from '#schemas/resources/subscription-preview.ts'

type Setup = {
  ledger: Ledger
  quota: SiteQuota
  taxOf: TaxOf
  payments: PaymentQuestions
  plans: readonly Plan[]
  /** ISO 4217, small letters. */
  currency: string
}

const nothing: Quote = { dueMinor: 0, taxMinor: 0, creditMinor: 0, lines: [], paidUntil: null }

/** The order that a plan would need; a card is not asked for. */
const kindOf = (billing: Billing, plan: OrderedPlan): SubscriptionPreview['kind'] => {
  if (plan.unitMinor === 0) return 'cancel'
  const kind = kindFor(billing, plan, null)
  return kind === 'subscribe' || kind === 'swap' || kind === 'resume' ? kind : 'none'
}

/**
 * `trialEndsAt` is the end of a trial that a first subscription keeps, `discount` what a coupon of the order takes off,
 * `address` what the order changes of the billing address.
 */
type Terms = { trialEndsAt: string | null; discount: DiscountTerms | null; address: ChangedAddress }

/** The cost of ordering a plan now. Throws RuleBroken 'coupon-redeemed'. */
const previewOf = async (
  { ledger, taxOf, payments }: Omit<Setup, 'quota' | 'plans' | 'currency'>,
  billable: Billable,
  plan: OrderedPlan,
  { trialEndsAt, discount, address }: Terms,
): Promise<SubscriptionPreview> => {
  const billing = await load(ledger, billingDecider, billingStream(billable))
  if (discount !== null && billing.redeemed.has(discount.couponId)) throw new RuleBroken('coupon-redeemed')
  const live = liveSubscription(billing)
  const tax = taxOf(addressAfter(billing.address, address))
  const kind = kindOf(billing, plan)
  const isBilled = kind === 'subscribe' || kind === 'swap'
  const { customer } = billing
  const quote = isBilled
    ? await payments.quote({
        plan,
        tax,
        discount: discount ?? waitingOf(billing),
        before: billing.subscription?.subscriptionId ?? null,
        customerId: customer?.provider === payments.name ? customer.customerId : null,
        subscriptionId: kind === 'swap' ? (live?.subscriptionId ?? null) : null,
        settled: kind === 'swap' && live ? settledWhen(live, plan) : 'now',
        trialEndsAt: kind === 'subscribe' && billing.known.size === 0 ? trialEndsAt : null,
      })
    : nothing
  const price = plan.unitMinor * plan.quantity
  const taxed = Math.round((price * tax.rate) / 100)
  const isLeft = kind === 'cancel'
  return {
    plan: plan.id,
    kind,
    currency: plan.currency,
    interval: plan.interval,
    tax_rate: tax.rate,
    price: majorUnits(price),
    tax: majorUnits(taxed),
    total: majorUnits(price + taxed),
    due_today: majorUnits(quote.dueMinor),
    tax_today: majorUnits(quote.taxMinor),
    credit: majorUnits(quote.creditMinor),
    lines: quote.lines.map(({ description, amountMinor }) => ({ description, amount: majorUnits(amountMinor) })),
    next_payment_at: isLeft ? null : (quote.paidUntil ?? live?.periodEnd ?? null),
    ends_at: isLeft ? (live?.endsAt ?? live?.periodEnd ?? null) : null,
  }
}

type Wished = BodyOf<typeof previewSubscription>

export const subscriptionPreviewRoutes = (
  { plans, currency, ...setup }: Setup,
  { teams }: ReadModels['directory'],
): Route[] => {
  const preview = async (billable: Billable, { plan: id, coupon = null, ...address }: Wished, at: string) => {
    const plan = offeredPlan(plans, billable, id)
    const wished = orderedPlan(plan, currency)
    // Leaving is never refused for use (D-97, P-4).
    if (isFree(plan)) {
      return resource(await previewOf(setup, billable, wished, { trialEndsAt: null, discount: null, address }))
    }
    await requireRoomInPlan(setup, billable, plan, at)
    const trialEndsAt = await trialKept(setup.ledger, billable, at)
    const discount = await couponFor(setup.payments, coupon, currency)
    return resource(await previewOf(setup, billable, wished, { trialEndsAt, discount, address }))
  }

  return [
    route(previewSubscription, ({ actor, body, context }) =>
      preview({ kind: 'user', id: actor.userId }, body, context.at),
    ),
    route(previewTeamSubscription, ({ actor, params: { id }, body, context }) => {
      ownerOf(teams, actor, id)
      return preview({ kind: 'team', id }, body, context.at)
    }),
    route(showUse, async ({ actor, context }) =>
      resource(await presentUse(setup, { kind: 'user', id: actor.userId }, context.at)),
    ),
    route(showTeamUse, async ({ actor, params: { id }, context }) => {
      ownerOf(teams, actor, id)
      return resource(await presentUse(setup, { kind: 'team', id }, context.at))
    }),
  ]
}
