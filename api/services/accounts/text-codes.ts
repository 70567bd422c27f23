import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type UserId } from '#schemas/ids.ts'
import { changeUser, loadUser } from './own-user.ts'
import type { AskingForText, CountText } from './text-quota.ts'

/** Milliseconds for which a code sent by text message is valid. */
const textCodeLasts = 10 * 60 * 1000

/** Where texts are recorded, and what counts them. */
export type Texting = { ledger: Ledger; countText: CountText }

/** Orders a text message with a code for the active or pending second factor; the previous code becomes invalid. */
export const sendTextCode = async (
  { ledger, countText }: Texting,
  request: AskingForText,
  userId: UserId,
  of: 'active' | 'pending',
  context: CommandContext,
): Promise<{ codeId: CommandId; position: string | null }> => {
  const { pending } = (await loadUser(ledger, userId)).second
  await countText(request, userId, of === 'pending' ? (pending?.phone ?? '') : null)
  // A separate command id: the preceding command may have written to the same stream under the request's id.
  const commandId = CommandId.parse(idMadeBy(context.commandId, 'text-code'))
  const expiresAt = new Date(Date.parse(context.at) + textCodeLasts).toISOString()
  const command = { type: 'RequestTextCode', codeId: commandId, at: context.at, expiresAt, of } as const
  const { position } = await changeUser(ledger, userId, command, { ...context, commandId })
  return { codeId: commandId, position }
}
