import { hash } from 'node:crypto'
import type { CommandId } from '#schemas/ids.ts'

/** The prefix of every API token, by which one is recognised wherever it turns up. */
const prefix = 'sl_'
const tokenText = new RegExp(`^${prefix}[0-9a-f]{64}$`)

/** The text of a new token. It is derived from the command, so that a repeated request returns the same one (D-78). */
export const newTokenText = (digest: (purpose: string, text: string) => string, commandId: CommandId): string =>
  prefix + digest('api-token', commandId)

/**
 * The digest of a token, which is all that is stored; a token is random enough that a plain digest reveals nothing
 * (D-66).
 */
export const tokenDigest = (text: string): string => hash('sha256', text, 'base64url')

/** Whether a Bearer token is an API token; a session's token never has this form. */
const isTokenText = (text: string): boolean => tokenText.test(text)

const isExpired = (expiresAt: string | null, now: number): boolean => expiresAt !== null && Date.parse(expiresAt) <= now

/**
 * Looks up a Bearer token: an API token among the active ones, any other among sessions. Nothing is cached, so a
 * revoked token is refused at once.
 */
export const findBearerIn =
  <Holder extends { expiresAt: string | null }, Session>(
    tokens: { holder: (digest: string) => Holder | undefined },
    findSession: (text: string) => Promise<Session | undefined>,
  ) =>
  async (text: string) => {
    if (!isTokenText(text)) return findSession(text)
    const holder = tokens.holder(tokenDigest(text))
    if (!holder || isExpired(holder.expiresAt, Date.now())) return undefined
    return { kind: 'token' as const, ...holder }
  }
