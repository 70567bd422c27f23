import type { MadeKind } from '#schemas/events/import.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

/**
 * What a manifest names and the team does not have, as its first row writes it. `within` is the id of the client of a
 * site, the site of a visit or the parent of a category, and `clientId` the client of a visit's site. `isNeeded`: a row
 * that nothing refuses names it. `first` and `last` are the days of a visit, as far as its files tell.
 */
export type MissingRecord = {
  kind: MadeKind
  id: string
  name: string
  rows: number
  isNeeded: boolean
  within: string | null
  clientId: string | null
  /** The names of what it lies in: those of a client, and of a site. */
  client: string | null
  site: string | null
  /** The names from the root, of a category. */
  path: readonly string[]
  postcode: string | null
  external_id: string | null
  first: CalendarDate | null
  last: CalendarDate | null
}

export type MissingRecords = {
  /** Notes that a row names a record; `key` is unique in its kind. */
  note: (kind: MadeKind, key: string, details: Partial<MissingRecord> & { name: string }) => MissingRecord
  /** In the order of the manifest, a category after those above it. */
  all: () => Iterable<MissingRecord>
  /** How many of a kind are to be made. */
  needed: (kind: MadeKind) => number
}

const nothing = {
  rows: 0,
  isNeeded: false,
  within: null,
  clientId: null,
  client: null,
  site: null,
  path: [],
  postcode: null,
  external_id: null,
  first: null,
  last: null,
}

/** `idOf` derives the id of a record that is to be made from its kind and key. */
export const openMissingRecords = (idOf: (kind: MadeKind, key: string) => string): MissingRecords => {
  const records = new Map<string, MissingRecord>()
  return {
    note: (kind, key, details) => {
      const found = records.get(`${kind}/${key}`) ?? { ...nothing, ...details, kind, id: idOf(kind, key) }
      found.rows += 1
      records.set(`${kind}/${key}`, found)
      return found
    },
    all: () => records.values(),
    needed: (kind) => [...records.values()].filter((each) => each.kind === kind && each.isNeeded).length,
  }
}
