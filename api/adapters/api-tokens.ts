import { hash } from 'node:crypto'
import type { CommandId } from '#schemas/ids.ts'

/** What every API token begins with, so that one is known wherever it turns up. */
const prefix = 'sl_'
const tokenText = new RegExp(`^${prefix}[0-9a-f]{64}$`)

/** The text of a new token: it follows from the command, so that a repeated request answers the same one (D-78). */
export const newTokenText = (digest: (purpose: string, text: string) => string, commandId: CommandId): string =>
  prefix + digest('api-token', commandId)

/** What is kept of a token's text: it is random enough that a plain digest tells nothing (D-66). */
export const tokenDigest = (text: string): string => hash('sha256', text, 'base64url')

/** Whether a Bearer text is an API token; a session's token may look like anything else. */
const isTokenText = (text: string): boolean => tokenText.test(text)

/**
 * Looks a Bearer text up: an API token among those in force, anything else among sessions. Every request asks anew, so
 * that a token that was revoked opens nothing from then on.
 */
export const findBearerIn =
  <Holder, Session>(
    tokens: { holder: (digest: string) => Holder | undefined },
    findSession: (text: string) => Promise<Session | undefined>,
  ) =>
  async (text: string) => {
    if (!isTokenText(text)) return findSession(text)
    const holder = tokens.holder(tokenDigest(text))
    return holder && { kind: 'token' as const, ...holder }
  }
