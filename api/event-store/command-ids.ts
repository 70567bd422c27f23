import { v5 as deriveUuid, version } from 'uuid'
import { type CommandId, TrashId } from '#schemas/ids.ts'

/** The id that a command's n-th event on a stream has at every try. */
export const eventIdOf = (commandId: CommandId, stream: string, index: number): string =>
  deriveUuid(`${stream}/${index}`, commandId)

/** Whether a command cannot have been tried before: its id was made for it, and does not follow from a caller's key. */
export const isFirstTry = (commandId: CommandId): boolean => version(commandId) === 7

/**
 * A new thing's id where the caller gave none: the same at every try of the command. Where the command's id begins with
 * its time, so does this one (a UUID of version 8): what is made at one time then lies together in every index, and read
 * models write a few pages instead of one for each thing and index.
 */
export const idMadeBy = (commandId: CommandId, noun: string): string => {
  const derived = deriveUuid(noun, commandId)
  return isFirstTry(commandId) ? `${commandId.slice(0, 14)}8${derived.slice(15)}` : derived
}

/** The entry of the trash that a command makes. */
export const trashOf = (commandId: CommandId): TrashId => TrashId.parse(idMadeBy(commandId, 'trash'))
