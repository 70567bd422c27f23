import { fieldLabel } from '#schemas/records/history-words.ts'
import type { Difference } from '#schemas/resources/differences.ts'
import type { HistoryChange } from '#schemas/resources/history.ts'

/** A record on two sides of a stretch of the log: whether it was there before and is there after, and what differs. */
export type Compared = { was: boolean; is: boolean; changes: readonly HistoryChange[] }

/** What is left of changes one after the other: of each field the first value before and the last one after. */
const netFields = (compared: readonly Compared[]): Difference['fields'] => {
  const net = new Map<string, Difference['fields'][number]>()
  for (const { field, from, to } of compared.flatMap(({ changes }) => changes)) {
    const first = net.get(field)
    if (first?.from === to) net.delete(field)
    else net.set(field, { field, label: fieldLabel(field), from: first ? first.from : from, to })
  }
  return [...net.values()]
}

/** What became of a record on the stretches, in their order; undefined where nothing did, or what did was taken back. */
export const netChange = (compared: readonly Compared[]): Pick<Difference, 'change' | 'fields'> | undefined => {
  const last = compared.at(-1)
  const was = compared[0]?.was
  if (!last || (!was && !last.is)) return undefined
  const fields = netFields(compared)
  if (was && last.is && fields.length === 0) return undefined
  return { change: !was ? 'added' : last.is ? 'changed' : 'removed', fields }
}
