import { listFields } from '#schemas/resources/fields.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The own fields of clients, sites and visits, in order. */
export const fieldsQuery = oneQuery(listFields)

/** A record with the values of its own fields by their ids. */
export type WithOwn = { id: string; fields?: Readonly<Record<string, string>> }
