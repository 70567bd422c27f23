import { setTimeout as wait } from 'node:timers/promises'
import { billingDecider } from '#api/domain/billing/billing.ts'
import type { OrderCommand } from '#api/domain/billing/orders.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { HttpProblem, invalidField } from '#api/http/problem.ts'
import { type Billable, teamOf } from '#schemas/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { BillingOrderId, CommandId } from '#schemas/ids.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'

/** Milliseconds that a request waits for the outcome of its order; a proxy gives up after 30 seconds. */
export const patience = 25_000

/** Milliseconds between two looks at the log. */
const pauses = { first: 50, longest: 500 }

type Wish<Command = OrderCommand> = Command extends OrderCommand ? Omit<Command, 'orderId' | 'at' | 'billable'> : never

/** `settled` is false while the provider is slow: the order goes on by itself. `action` is what the payer must confirm. */
export type Ordered = { settled: boolean; position: string | null; action: PaymentAction | null }

export type BillingOrders = {
  /**
   * Orders something of the payment provider and waits a while for the outcome. Throws RuleBroken 'billing-order-open'
   * and 'card-missing', and 422 or 409 with the provider's words if it refused.
   */
  place: (billable: Billable, wish: Wish, context: CommandContext) => Promise<Ordered>
}

type Outcome = Extract<RecordedEvent, { type: 'BillingOrderDone' | 'BillingOrderRefused' | 'BillingOrderAwaitsPayer' }>

const isOutcome = (event: RecordedEvent): event is Outcome =>
  ['BillingOrderDone', 'BillingOrderRefused', 'BillingOrderAwaitsPayer'].includes(event.type)

/** Refusals that are about the state of the subscription, and no field of the form. */
const conflicts = ['ended', 'subscribed', 'replaced']

const refusal = ({ code, message }: { code: string; message: string }) => {
  if (conflicts.includes(code)) return new HttpProblem(409, { message })
  return invalidField(code === 'coupon' ? 'coupon' : 'stripe_token', message)
}

const actionOf = ({ type, data }: Outcome): PaymentAction | null =>
  type === 'BillingOrderAwaitsPayer' && data.clientSecret !== null
    ? { kind: data.action, client_secret: data.clientSecret }
    : null

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

/** `longestWait` is in milliseconds. */
export const openBillingOrders = (ledger: Ledger, longestWait: number): BillingOrders => {
  /** The first outcome of an order after a revision of its stream; undefined if none comes in time. */
  const outcomeOf = async (stream: string, orderId: BillingOrderId, after: bigint): Promise<Outcome | undefined> => {
    const end = Date.now() + longestWait
    for (let pause = pauses.first; Date.now() < end; pause = Math.min(pause * 1.5, pauses.longest)) {
      const events = await ledger.read(stream, after)
      const outcome = events.filter(isOutcome).find(({ data }) => data.orderId === orderId)
      if (outcome) return outcome
      await wait(pause)
    }
    return undefined
  }

  return {
    place: async (billable, wish, context) => {
      const stream = billingStream(billable)
      const orderId = BillingOrderId.parse(idMadeBy(context.commandId, 'billing-order'))
      // The request may have written an address under its own command.
      const commandId = CommandId.parse(idMadeBy(context.commandId, 'place-billing-order'))
      const teamId = teamOf(billable)
      const command = { ...wish, billable, orderId, at: context.at } as OrderCommand
      const placed = await handle(ledger, billingDecider, stream, command, { ...context, commandId, teamId })
      const { order } = placed.state
      if (!order || placed.revision === null) return { settled: true, position: placed.position, action: null }
      const outcome = await outcomeOf(stream, order.orderId, placed.revision)
      if (!outcome) return { settled: false, position: placed.position, action: null }
      if (outcome.type === 'BillingOrderRefused') throw refusal(outcome.data)
      return { settled: true, position: outcome.position, action: actionOf(outcome) }
    },
  }
}
