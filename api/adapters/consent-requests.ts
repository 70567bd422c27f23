import { hash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { CommandId, OAuthClientId, UserId } from '#schemas/ids.ts'
import type { OAuthScope } from '#schemas/oauth-scopes.ts'
import { type Digest, markedTexts } from './marked-texts.ts'

/** What an app has asked a user for, in one session; `expiresAt` is in milliseconds since 1970. */
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

export const newRequestName = (): string => randomBytes(32).toString('base64url')

/** Requests in Redis under the hash of their name, with a mark that no other program can make. */
export const redisConsentRequests = (redis: Redis, digest: Digest): ConsentRequests => {
  const marked = markedTexts(digest, 'consent-request')
  const keyOf = (name: string): string => `consent-request:${hash('sha256', name, 'base64url')}`
  const answeredBy = (name: string): string => `${keyOf(name)}:answer`
  return {
    open: async (request) => {
      const name = newRequestName()
      const key = keyOf(name)
      await redis.set(key, marked.write(key, JSON.stringify(request)), 'EX', rememberedFor)
      return name
    },
    find: async (name) => {
      const key = keyOf(name)
      const text = marked.read(key, await redis.get(key))
      return text === null ? null : JSON.parse(text)
    },
    answer: async (name, commandId) => {
      const first = await redis.set(answeredBy(name), commandId, 'EX', rememberedFor, 'NX', 'GET')
      return first === null || first === commandId
    },
  }
}
