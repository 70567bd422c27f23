import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { oauthClients } from './clients.ts'

const parts = [oauthClients]

/** Programs of others that act for users, and what they were allowed. */
export const oauth: Projection = {
  name: 'oauth',
  version: 1,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
