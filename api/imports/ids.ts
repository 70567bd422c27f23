import { v5 as deriveUuid } from 'uuid'
import { ClientId, CommandId, type ImportId } from '#schemas/ids.ts'

/** What a row makes has this id at every try, so that running again makes nothing twice. */
export const idOfRow = (run: ImportId, row: number): string => deriveUuid(`row/${row}`, run)

/** A client that sites name and nobody has, by its `importKey`. */
export const idOfMissingClient = (run: ImportId, key: string): ClientId =>
  ClientId.parse(deriveUuid(`client/${key}`, run))

/** All that a run does to its rows is one command: one entry of the history, and done once. */
export const commandOf = (run: ImportId): CommandId => CommandId.parse(run)

/** Another step of a run, such as its end. */
export const stepOf = (run: ImportId, step: string): CommandId => CommandId.parse(deriveUuid(step, run))
