import type { ReadDb } from '#projections/engine/read-db.ts'
import { oauthClientQueries } from './clients.ts'
import { oauthGrantQueries } from './grants.ts'
import { personalTokenQueries } from './personal-tokens.ts'

/** The queries of programs that act for people. */
export const oauthQueries = (db: ReadDb) => ({
  oauthClients: oauthClientQueries(db),
  oauthGrants: oauthGrantQueries(db),
  personalTokens: personalTokenQueries(db),
})
export type OAuthQueries = ReturnType<typeof oauthQueries>
