import { billingDecider } from '#api/domain/billing/billing.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { HttpProblem, invalidField } from '#api/http/problem.ts'
import { order, orderAndWait, type Wish } from '#api/sagas/order.ts'
import { type Billable, type PaymentProvider, teamOf } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BillingOrderId, CommandId } from '#schemas/ids.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import { tokenField } from './card-fields.ts'
import { actionIn } from './payment-action.ts'

/** Milliseconds that a request waits for the outcome of its order; a proxy gives up after 30 seconds. */
export const patience = 25_000

/** `settled` is false while the provider is slow: the order goes on by itself. `action` is what the payer must confirm. */
export type Ordered = { settled: boolean; position: string | null; action: PaymentAction | null }

export type BillingOrders = {
  /**
   * Orders something of the payment provider and waits a while for the outcome. Throws RuleBroken 'billing-order-open'
   * and 'card-missing', and 422 or 409 with the provider's words if it refused.
   */
  place: (billable: Billable, wish: Wish, context: CommandContext) => Promise<Ordered>
  /** Orders it, and does not wait. Answers the log position. */
  begin: (billable: Billable, wish: Wish, context: CommandContext) => Promise<string | null>
}

/** Refusals that are about the state of the subscription, and no field of the form. */
const conflicts = ['ended', 'subscribed', 'replaced']

const cardMissing = (provider: PaymentProvider): HttpProblem =>
  invalidField(tokenField(provider), 'Please give a card to pay with.')

/** A refusal of the payment provider, in its own words: of the coupon, or else of the card. */
export const paymentRefusal = (provider: PaymentProvider, { code, message }: { code: string; message: string }) => {
  if (conflicts.includes(code)) return new HttpProblem(409, { message })
  return invalidField(code === 'coupon' ? 'coupon' : tokenField(provider), message)
}

/**
 * Orders the end of a billable's subscription, and does not wait for it: they are about to be deleted. Throws RuleBroken
 * 'billing-order-open' while something else is under way.
 */
export const leaveProvider = async (ledger: Ledger, billable: Billable, context: CommandContext): Promise<void> => {
  const orderId = BillingOrderId.parse(idMadeBy(context.commandId, `billing-order/${billable.id}`))
  const commandId = CommandId.parse(idMadeBy(context.commandId, `leave-provider/${billable.id}`))
  const command = { type: 'OrderCancellation', billable, orderId, at: context.at } as const
  const teamId = teamOf(billable)
  const of = { ...context, commandId, teamId }
  await handle(ledger, billingDecider, billingStream(billable), command, of)
}

/** `longestWait` is in milliseconds; refusals are at the field of the provider's form. */
export const openBillingOrders = (ledger: Ledger, longestWait: number, provider: PaymentProvider): BillingOrders => ({
  begin: async (billable, wish, context) => (await order(ledger, billable, wish, context)).position,
  place: async (billable, wish, context) => {
    const ordered = orderAndWait(ledger, billable, wish, context, longestWait)
    const { position, outcome } = await ordered.catch((error: unknown) => {
      throw error instanceof RuleBroken && error.rule === 'card-missing' ? cardMissing(provider) : error
    })
    if (outcome === undefined) return { settled: false, position, action: null }
    if (outcome?.type === 'BillingOrderRefused') throw paymentRefusal(provider, outcome.data)
    const action = actionIn(await load(ledger, billingDecider, billingStream(billable)))
    return { settled: true, position, action }
  },
})
