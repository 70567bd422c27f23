import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { TaxOf } from '#api/sagas/give-address.ts'
import { couponFor } from '#api/services/billing/coupons.ts'
import { offeredPlan, orderedPlan, trialKept } from '#api/services/billing/ordered-plan.ts'
import { requireRoomInPlan } from '#api/services/billing/room-in-plan.ts'
import { previewOf } from '#api/services/billing/subscription-previews.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import { ownerOf } from '#api/services/teams/team-access.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import { previewSubscription, previewTeamSubscription } from '#schemas/resources/subscription-preview.ts'

type Wished = BodyOf<typeof previewSubscription>

type Setup = {
  ledger: Ledger
  quota: SiteQuota
  taxOf: TaxOf
  payments: PaymentQuestions
  plans: readonly Plan[]
  /** ISO 4217, small letters. */
  currency: string
}

export const subscriptionPreviewRoutes = (
  { plans, currency, ...setup }: Setup,
  { teams }: Pick<ReadModels, 'teams'>,
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
  ]
}
