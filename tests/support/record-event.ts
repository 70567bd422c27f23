import type { Decider } from '#api/domain/decider.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { contextOf } from './contexts.ts'
import { newCommandId } from './new-ids.ts'

type App = { ledger: Ledger }

/** What a read is sent with that is to hold what was written. */
const seenAt = (position: string | null) => ({ headers: { 'x-min-position': position ?? '' } })

/** Records an event that no route does, the newest of its stream; answers what a read of it is sent with. */
export const recordEvent = async (
  { ledger }: App,
  stream: string,
  event: LedgerEvent,
  metadata: CommandContext = contextOf(null, null),
) => {
  const expected = (await ledger.read(stream)).at(-1)?.revision ?? 'no-stream'
  return seenAt(await ledger.append(stream, expected, [{ ...event, id: newCommandId(), metadata }]))
}

/** Has a command of a worker or the payment provider decided; answers what a read of its outcome is sent with. */
export const decide = async <State, Command, Event extends LedgerEvent>(
  { ledger }: App,
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  context: CommandContext = contextOf(null, null),
) => seenAt((await handle(ledger, decider, stream, command, context)).position)
