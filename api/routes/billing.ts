import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { accepted, empty, resource } from '#api/http/answer.ts'
import { forbidden, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type ChangedAddress, giveAddress, type TaxOf } from '#api/sagas/give-address.ts'
import type { BillingOrders, Ordered } from '#api/services/billing/billing-orders.ts'
import { cardIn, tokenField } from '#api/services/billing/card-fields.ts'
import { checkedVatNumber } from '#api/services/billing/checked-vat-number.ts'
import { couponFor } from '#api/services/billing/coupons.ts'
import { offeredPlan, orderedPlan, trialKept } from '#api/services/billing/ordered-plan.ts'
import type { PlanChanges } from '#api/services/billing/plan-changes.ts'
import { requireRoomInPlan } from '#api/services/billing/room-in-plan.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import { managerOf } from '#api/services/teams/team-access.ts'
import { type Billable, teamOf } from '#schemas/billing/billable.ts'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import {
  cancelSubscription,
  cancelTeamSubscription,
  changeBillingInformation,
  changeSubscription,
  changeTeamBillingInformation,
  changeTeamSubscription,
  changeTeamVatNumber,
  changeVatNumber,
  type Paying,
  replaceCard,
  replaceTeamCard,
  type Subscribing,
  startSubscription,
  startTeamSubscription,
} from '#schemas/resources/billing.ts'
import type { Team } from '#schemas/resources/teams.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'

export type BillingSetup = {
  ledger: Ledger
  taxOf: TaxOf
  payments: PaymentQuestions
  orders: BillingOrders
  changes: PlanChanges
  quota: SiteQuota
  plans: readonly Plan[]
  /** ISO 4217, small letters. */
  currency: string
  /** How payers see themselves or their team, with what they must confirm. */
  showUser: (actor: SignedIn, action: PaymentAction | null) => CurrentUser
  showTeam: (teamId: TeamId, viewer: SignedIn, action: PaymentAction | null) => Team
}

/** Who pays, for what: the signed-in user for themselves, or the owner for a team. */
type Payer = { billable: Billable; userId: UserId }

export const billingRoutes = (
  { ledger, taxOf, payments, orders, changes, quota, plans, currency, showUser, showTeam }: BillingSetup,
  { teams }: ReadModels['directory'],
): Route[] => {
  const self = ({ userId }: SignedIn): Payer => ({ billable: { kind: 'user', id: userId }, userId })
  /** 404 for those who are no members, 403 for those who do not own it (D-97, P-1). */
  const ownerOf = (actor: SignedIn, teamId: TeamId): Payer => {
    if (managerOf(teams, actor, teamId).role !== 'owner') throw forbidden()
    return { billable: { kind: 'team', id: teamId }, userId: actor.userId }
  }

  const give = ({ billable, userId }: Payer, address: ChangedAddress, context: CommandContext) =>
    giveAddress({ ledger, taxOf }, billable, userId, address, context)

  const subscribe = async (payer: Payer, body: Subscribing, context: CommandContext): Promise<Ordered> => {
    const { token, rest } = cardIn(payments.name, body)
    const { plan: id, coupon = null, billing_order: goesOnWith, ...address } = rest
    const plan = offeredPlan(plans, payer.billable, id)
    if (isFree(plan)) return cancel(payer, context)
    return changes.change(payer.billable.id, plan.id, async () => {
      await requireRoomInPlan({ ledger, quota }, payer.billable, plan, context.at)
      const trialEndsAt = await trialKept(ledger, payer.billable, context.at)
      await give(payer, address, context)
      const discount = await couponFor(payments, coupon, currency)
      const terms = { plan: orderedPlan(plan, currency), token, coupon, discount, trialEndsAt, goesOnWith }
      return orders.place(payer.billable, { type: 'OrderPlan', ...terms }, context)
    })
  }

  const cancel = ({ billable }: Payer, context: CommandContext): Promise<Ordered> =>
    orders.place(billable, { type: 'OrderCancellation' }, context)

  const pay = async (payer: Payer, body: Paying, context: CommandContext): Promise<Ordered> => {
    const { token, rest: address } = cardIn(payments.name, body)
    if (!token && Object.keys(address).length === 0) {
      const field = tokenField(payments.name)
      throw invalidField(field, `The ${field.replace('_', ' ')} field is required.`)
    }
    const given = await give(payer, address, context)
    // The address decides the tax.
    if (!token) return written((await orders.begin(payer.billable, { type: 'OrderTax' }, context)) ?? given.position)
    return orders.place(payer.billable, { type: 'OrderCard', token }, context)
  }

  /** 422 for a number that is not right, or of another country than the address. */
  const number = async (payer: Payer, vatId: string | null | undefined, context: CommandContext) => {
    if (vatId === undefined) return null
    const { address } = await load(ledger, billingDecider, billingStream(payer.billable))
    const checked = vatId === null ? null : checkedVatNumber(vatId, address?.country ?? null)
    const written = await give(payer, { vat_id: checked }, context)
    return (await orders.begin(payer.billable, { type: 'OrderTax' }, context)) ?? written.position
  }

  const inform = async (
    { billable, userId }: Payer,
    information: string | null | undefined,
    context: CommandContext,
  ) => {
    if (information === undefined) return null
    const command = { type: 'GiveExtraBillingInformation', billable, information } as const
    const teamId = teamOf(billable)
    const of = { ...context, actor: userId, teamId }
    return (await handle(ledger, billingDecider, billingStream(billable), command, of)).position
  }

  const answer = <Body>({ settled, position }: Ordered, show: () => Body) =>
    settled ? resource(show, position) : accepted(show, position)

  const asUser = (actor: SignedIn, ordered: Ordered) => answer(ordered, () => showUser(actor, ordered.action))
  const asTeam = (actor: SignedIn, teamId: TeamId, ordered: Ordered) =>
    answer(ordered, () => showTeam(teamId, actor, ordered.action))
  const written = (position: string | null): Ordered => ({ settled: true, position, action: null })

  return [
    ...[changeSubscription, startSubscription].map((endpoint) =>
      route(endpoint, async ({ actor, body, context }) => asUser(actor, await subscribe(self(actor), body, context))),
    ),
    ...[changeTeamSubscription, startTeamSubscription].map((endpoint) =>
      route(endpoint, async ({ actor, params: { id }, body, context }) =>
        asTeam(actor, id, await subscribe(ownerOf(actor, id), body, context)),
      ),
    ),
    route(cancelSubscription, async ({ actor, context }) => empty((await cancel(self(actor), context)).position)),
    route(cancelTeamSubscription, async ({ actor, params: { id }, context }) =>
      empty((await cancel(ownerOf(actor, id), context)).position),
    ),
    route(replaceCard, async ({ actor, body, context }) => asUser(actor, await pay(self(actor), body, context))),
    route(replaceTeamCard, async ({ actor, params: { id }, body, context }) =>
      asTeam(actor, id, await pay(ownerOf(actor, id), body, context)),
    ),
    route(changeVatNumber, async ({ actor, body, context }) =>
      asUser(actor, written(await number(self(actor), body.vat_id, context))),
    ),
    route(changeTeamVatNumber, async ({ actor, params: { id }, body, context }) =>
      asTeam(actor, id, written(await number(ownerOf(actor, id), body.vat_id, context))),
    ),
    route(changeBillingInformation, async ({ actor, body, context }) =>
      asUser(actor, written(await inform(self(actor), body.information, context))),
    ),
    route(changeTeamBillingInformation, async ({ actor, params: { id }, body, context }) =>
      asTeam(actor, id, written(await inform(ownerOf(actor, id), body.information, context))),
    ),
  ]
}
