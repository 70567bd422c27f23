import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { comparisons } from './comparisons.ts'
import { invoices } from './invoices.ts'
import { providerNews } from './provider-news.ts'

const parts = [invoices, providerNews, comparisons]

/** Subscriptions and payments of teams and users. */
export const billing: Projection = {
  name: 'billing',
  version: 2,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
