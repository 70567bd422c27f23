import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { canonicalOf, leafOf } from '#api/notary/leaf.ts'

/** An event of a subject as a pack shows it, with its number in the tree; its data are null where they are withheld. */
export type PackLeaf = { index: number; leaf: string; data: string | null; metadata: string; withheld?: true }

const decoder = new TextDecoder()

const textOf = (bytes: Uint8Array, json: boolean): string => {
  const text = canonicalOf(bytes, json)
  return typeof text === 'string' ? text : decoder.decode(text)
}

/** The ids of records that the data of an event name, also within what they hold. */
const idsIn = ({ data, json }: WholeEvent): string[] =>
  [...textOf(data, json).matchAll(/"(?:client|site|visit|file|document)Id":"([^"]+)"/g)].flatMap(([, id]) => id ?? [])

/**
 * Whether the data of an event may be shown: those alone in a stream of one of the subject's records that name no other
 * record, but for what is `around` the subject, or was, as its own events say. `own` are the streams of its records by
 * their ids, the first that of the subject itself.
 */
export const tellable = (
  own: ReadonlyMap<string, string>,
  around: readonly { id: string }[],
  events: readonly WholeEvent[],
): ((event: WholeEvent) => boolean) => {
  const [subject] = own.values()
  const streams = new Set(own.values())
  const itself = events.filter(({ stream }) => stream === subject)
  const known = new Set([...own.keys(), ...around.map(({ id }) => id), ...itself.flatMap(idsIn)])
  return (event) => event.json && streams.has(event.stream) && idsIn(event).every((id) => known.has(id))
}

/** The line of an event at an index of the tree. Sealed fields stay sealed. */
export const packLeafOf = (event: WholeEvent, index: number, isTold: boolean): PackLeaf => ({
  index,
  leaf: leafOf(event),
  data: isTold ? textOf(event.data, event.json) : null,
  metadata: textOf(event.metadata, event.json),
  ...(isTold ? {} : { withheld: true }),
})
