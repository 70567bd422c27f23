import type { Redis } from 'ioredis'
import type { CommandId, OAuthClientId, UserId } from '#schemas/ids.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'
import { markedRecords, newRecordName } from './marked-records.ts'
import type { Digest } from './marked-texts.ts'

/** An app's request for consent, in one session; `expiresAt` is in milliseconds since 1970. */
export type ConsentRequest = {
  clientId: OAuthClientId
  redirect: string
  state: string | null
  scopes: OAuthScope[]
  challenge: string
  userId: UserId
  sessionName: string
  expiresAt: number
}

/** Requests for consent that wait for an answer. Losing them has users go back to the app and ask again. */
export type ConsentRequests = {
  /** Keeps a request; answers the text that names it. */
  open: (request: ConsentRequest) => Promise<string>
  /** The request of this name, even if it is over; null for any other text. */
  find: (name: string) => Promise<ConsentRequest | null>
  /** Whether this command is the one that answers the request: the first one. */
  answer: (name: string, commandId: CommandId) => Promise<boolean>
}

/** Seconds that a request is remembered, so that somebody who comes late is told so. */
const rememberedFor = 60 * 60

export const redisConsentRequests = (redis: Redis, digest: Digest): ConsentRequests => {
  const { keyOf, keep, find } = markedRecords<ConsentRequest>(redis, digest, 'consent-request')
  return {
    open: async (request) => {
      const name = newRecordName()
      await keep(name, request, rememberedFor * 1000)
      return name
    },
    find,
    answer: async (name, commandId) => {
      const first = await redis.set(`${keyOf(name)}:answer`, commandId, 'EX', rememberedFor, 'NX', 'GET')
      return first === null || first === commandId
    },
  }
}
