import { v5 as deriveUuid } from 'uuid'
import { type CommandId, TrashId } from '#schemas/ids.ts'

/** The id that a command's n-th event on a stream has at every try. */
export const eventIdOf = (commandId: CommandId, stream: string, index: number): string =>
  deriveUuid(`${stream}/${index}`, commandId)

/** A new thing's id where the caller gave none: the same at every try of the command. */
export const idMadeBy = (commandId: CommandId, noun: string): string => deriveUuid(noun, commandId)

/** The entry of the trash that a command makes. */
export const trashOf = (commandId: CommandId): TrashId => TrashId.parse(idMadeBy(commandId, 'trash'))
