import { v5 as deriveUuid } from 'uuid'
import { ClientId, CommandId, type ImportId } from '#schemas/ids.ts'

/**
 * What a row makes has this id at every try, so that running again makes nothing twice: the run's own id with the number
 * of the row at its end (a UUID of version 8). Ids that follow each other lie together in every index, which random ones
 * would be written all over.
 */
export const idOfRow = (run: ImportId, row: number): string =>
  `${run.slice(0, 14)}8${run.slice(15, 24)}${row.toString(16).padStart(12, '0')}`

/** Ids that are remembered: most rows name a client that a row before has named. */
const mostRemembered = 20_000

/** The ids of clients that sites name and nobody has, each by its `importKey`. */
export const idsOfMissingClients = (run: ImportId) => {
  const remembered = new Map<string, ClientId>()
  return (key: string): ClientId => {
    const known = remembered.get(key)
    if (known) return known
    const id = ClientId.parse(deriveUuid(`client/${key}`, run))
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(key, id)
    return id
  }
}

/** All that a run does to its rows is one command: one entry of the history, and done once. */
export const commandOf = (run: ImportId): CommandId => CommandId.parse(run)

/** Another step of a run, such as its end. */
export const stepOf = (run: ImportId, step: string): CommandId => CommandId.parse(deriveUuid(step, run))
