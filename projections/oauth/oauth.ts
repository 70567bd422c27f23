import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { oauthClients } from './clients.ts'
import { oauthGrants } from './grants.ts'
import { personalTokens } from './personal-tokens.ts'

const parts = [oauthClients, oauthGrants, personalTokens]

/** Programs of others that act for users, and what they were allowed. */
export const oauth: Projection = {
  name: 'oauth',
  version: 3,
  tables: parts.map(({ tables }) => tables).join(''),
  handlers: composeHandlers(parts.map(({ handlers }) => handlers)),
}
