import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { oauthClients } from './clients.ts'
import { personalTokens } from './personal-tokens.ts'

const parts = [oauthClients, personalTokens]

/** Programs of others that act for users, and what they were allowed. */
export const oauth: Projection = {
  name: 'oauth',
  version: 2,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
