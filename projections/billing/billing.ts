import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { invoices } from './invoices.ts'

const parts = [invoices]

/** What teams and users subscribe to and pay. */
export const billing: Projection = {
  name: 'billing',
  version: 1,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
