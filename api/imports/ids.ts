import { v5 as deriveUuid } from 'uuid'
import { ClientId, CommandId, type ImportId } from '#schemas/ids.ts'

/**
 * The id of the record that a row creates, the same at every try, so that a second run creates nothing twice: the run's
 * id with the row number at its end (a UUID of version 8). Consecutive ids lie together in every index, across which
 * random ones would scatter.
 */
export const idOfRow = (run: ImportId, row: number): string =>
  `${run.slice(0, 14)}8${run.slice(15, 24)}${row.toString(16).padStart(12, '0')}`

/** How many answers about clients are cached: most rows name a client that an earlier row has named. */
const maxCached = 20_000

/** Remembers what is asked about clients, by a key. */
export const askedOnce = <Answer>() => {
  const cache = new Map<string, Answer>()
  return (key: string, ask: () => Answer): Answer => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const answer = ask()
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, answer)
    return answer
  }
}

/** The ids of the clients that sites name and the team does not have, by `importKey`. */
export const idsOfMissingClients = (run: ImportId) => {
  const once = askedOnce<ClientId>()
  return (key: string): ClientId => once(key, () => ClientId.parse(deriveUuid(`client/${key}`, run)))
}

/** Everything that a run does to its rows is one command: one entry in the history, applied once. */
export const commandOf = (run: ImportId): CommandId => CommandId.parse(run)

/** The command of another step of a run, such as its end. */
export const stepOf = (run: ImportId, step: string): CommandId => CommandId.parse(deriveUuid(step, run))
