import { composed } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { oauthClientQueries, oauthClients } from './clients.ts'
import { oauthGrantQueries, oauthGrants } from './grants.ts'
import { personalTokenQueries, personalTokens } from './personal-tokens.ts'

/** The queries of programs that act for people. */
export const oauthQueries = (db: ReadDb) => ({
  oauthClients: oauthClientQueries(db),
  oauthGrants: oauthGrantQueries(db),
  personalTokens: personalTokenQueries(db),
})
export type OAuthQueries = ReturnType<typeof oauthQueries>

/** Programs of others that act for users, and what they were allowed. */
export const oauth: Projection = {
  name: 'oauth',
  version: 3,
  ...composed([oauthClients, oauthGrants, personalTokens]),
}
