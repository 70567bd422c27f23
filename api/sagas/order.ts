import { setTimeout as wait } from 'node:timers/promises'
import { billingDecider } from '#api/domain/billing/billing.ts'
import type { OrderCommand } from '#api/domain/billing/orders.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { type Billable, teamOf } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { BillingOrderId, CommandId } from '#schemas/ids.ts'

/** Milliseconds between two looks at the log. */
const pauses = { first: 50, longest: 500 }

/** An order to the payment provider, without the payer and the time. */
export type Wish<Command = OrderCommand> = Command extends OrderCommand
  ? Omit<Command, 'orderId' | 'at' | 'billable'>
  : never

export type Outcome = Extract<
  RecordedEvent,
  { type: 'BillingOrderDone' | 'BillingOrderRefused' | 'BillingOrderAwaitsPayer' }
>

/** `outcome` is null if there was nothing to order, and undefined if it did not come in time. */
export type Ordered = { position: string | null; outcome: Outcome | null | undefined }

const isOutcome = (event: RecordedEvent): event is Outcome =>
  ['BillingOrderDone', 'BillingOrderRefused', 'BillingOrderAwaitsPayer'].includes(event.type)

/** The first outcome of an order after a revision of its stream; undefined if none comes in time. It looks at least once. */
const outcomeOf = async (
  ledger: Ledger,
  stream: string,
  { orderId, after, longestWait }: { orderId: BillingOrderId; after: bigint; longestWait: number },
): Promise<Outcome | undefined> => {
  const end = Date.now() + longestWait
  for (let pause = pauses.first; ; pause = Math.min(pause * 1.5, pauses.longest)) {
    const events = await ledger.read(stream, after)
    const outcome = events.filter(isOutcome).find(({ data }) => data.orderId === orderId)
    if (outcome || Date.now() >= end) return outcome
    await wait(pause)
  }
}

/** How an order was settled, at whatever time; null if it was not, or is unknown. */
const settlementOf = async (ledger: Ledger, stream: string, orderId: BillingOrderId): Promise<Outcome | null> =>
  (await ledger.read(stream)).filter(isOutcome).findLast(({ data }) => data.orderId === orderId) ?? null

/** Orders something of the payment provider; a command that is repeated has one order. */
export const order = (ledger: Ledger, billable: Billable, wish: Wish, context: CommandContext) => {
  const orderId = BillingOrderId.parse(idMadeBy(context.commandId, 'billing-order'))
  // The command may have written an address under its own id.
  const commandId = CommandId.parse(idMadeBy(context.commandId, 'place-billing-order'))
  const command = { ...wish, billable, orderId, at: context.at } as OrderCommand
  const ordering = { ...context, commandId, teamId: teamOf(billable) }
  return handle(ledger, billingDecider, billingStream(billable), command, ordering)
}

/**
 * Orders something of the payment provider, and waits at most `longestWait` milliseconds for the outcome. Running it
 * twice is safe: the order of a command is placed once, and a second try finds its outcome. Throws RuleBroken
 * 'billing-order-open' and 'card-missing'.
 */
export const orderAndWait = async (
  ledger: Ledger,
  billable: Billable,
  wish: Wish,
  context: CommandContext,
  longestWait: number,
): Promise<Ordered> => {
  const { state, revision, position } = await order(ledger, billable, wish, context)
  const goesOnWith = 'goesOnWith' in wish ? (wish.goesOnWith ?? null) : null
  if (goesOnWith && goesOnWith !== state.order?.orderId) {
    const outcome = await settlementOf(ledger, billingStream(billable), goesOnWith)
    return { position: outcome?.position ?? position, outcome }
  }
  if (!state.order || revision === null) return { position, outcome: null }
  const of = { orderId: state.order.orderId, after: revision, longestWait }
  const outcome = await outcomeOf(ledger, billingStream(billable), of)
  return { position: outcome?.position ?? position, outcome }
}
