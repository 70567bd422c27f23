import { v5 as deriveUuid, version } from 'uuid'
import { type CommandId, TrashId } from '#schemas/ids.ts'

/** The id of a command's n-th event on a stream, the same at every try. */
export const eventIdOf = (commandId: CommandId, stream: string, index: number): string =>
  deriveUuid(`${stream}/${index}`, commandId)

/**
 * Whether this must be a command's first try: its id was generated for it, not derived from a caller's idempotency key.
 */
export const isFirstTry = (commandId: CommandId): boolean => version(commandId) === 7

/**
 * The id of a new record if the caller gave none, the same at every try of the command. If the command's id begins with
 * its time, so does this one (a UUID of version 8): records that are created together then lie together in every index,
 * and read models write a few pages instead of one for each record and index.
 */
export const idMadeBy = (commandId: CommandId, noun: string): string => {
  const derived = deriveUuid(noun, commandId)
  return isFirstTry(commandId) ? `${commandId.slice(0, 14)}8${derived.slice(15)}` : derived
}

/** The id of the trash entry that a command creates. */
export const trashOf = (commandId: CommandId): TrashId => TrashId.parse(idMadeBy(commandId, 'trash'))
