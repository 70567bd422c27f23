import { findBearerIn } from '../adapters/bearers.ts'
import { accessTokenText, apiTokenText, personalTokenText } from '../adapters/credential-texts.ts'
import { findSessionBy } from '../adapters/session-tokens.ts'
import type { SharedStores } from '../adapters/shared-stores.ts'
import type { FreshnessGate } from '../http/freshness-gate.ts'
import type { RequestCache } from '../read-side/request-cache.ts'
import type { ReadModels } from '../services/read-models.ts'

/** Finds whose token an `Authorization` header holds, of all kinds of tokens, by the rights of this moment. */
export const tokenBearers = (
  { apiTokens, personalTokens, oauthGrants }: ReadModels['programs'],
  { sessions, sessionTokens, lastUses }: SharedStores,
  { memoize }: RequestCache,
  { caller }: FreshnessGate,
) =>
  findBearerIn(
    [
      { via: 'token', text: apiTokenText, holder: memoize(apiTokens.holder) },
      { via: 'personal-token', text: personalTokenText, holder: memoize(personalTokens.holder) },
      { via: 'oauth', text: accessTokenText, holder: memoize(oauthGrants.holder) },
    ],
    findSessionBy(sessionTokens, sessions),
    caller,
    lastUses.note,
  )
