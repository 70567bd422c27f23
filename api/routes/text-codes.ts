import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type UserId } from '#schemas/ids.ts'
import { changeUser } from './own-user.ts'

/** Milliseconds that a code by text message is good for. */
const textCodeLasts = 10 * 60 * 1000

/** Asks for a text message with a code for the active or the pending second factor; the one before is void. */
export const sendTextCode = async (
  ledger: Ledger,
  userId: UserId,
  of: 'active' | 'pending',
  context: CommandContext,
): Promise<string | null> => {
  // A command of its own: what it follows may have been written to the same stream under the request's id.
  const commandId = CommandId.parse(idMadeBy(context.commandId, 'text-code'))
  const expiresAt = new Date(Date.parse(context.at) + textCodeLasts).toISOString()
  const command = { type: 'RequestTextCode', codeId: commandId, at: context.at, expiresAt, of } as const
  return (await changeUser(ledger, userId, command, { ...context, commandId })).position
}
