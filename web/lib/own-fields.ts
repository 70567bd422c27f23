import { listFields } from '#schemas/resources/fields.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** The own fields of clients, sites and visits, in order. */
export const fieldsQuery = oneQuery(listFields)
