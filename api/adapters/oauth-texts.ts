import { hash } from 'node:crypto'
import { type CommandId, OAuthGrantId } from '#schemas/ids.ts'
import { newCredentialText } from './credential-texts.ts'
import type { Digest } from './marked-texts.ts'

const named = /^(slc_|slr_)([0-9a-f-]{36})\.[\w-]{43}$/

/** The text of a new access token. */
export const newAccessToken = (digest: Digest, commandId: CommandId): string =>
  newCredentialText(digest, 'slo_', commandId)

/** The text of a new code or refresh token. It names its consent, whose stream alone decides about it. */
export const newGrantText = (
  digest: Digest,
  prefix: 'slc_' | 'slr_',
  grantId: OAuthGrantId,
  commandId: CommandId,
): string => `${prefix}${grantId}.${newCredentialText(digest, prefix, commandId).slice(prefix.length)}`

/** The consent that a code or refresh token names; undefined for any other text. */
export const grantNamedBy = (prefix: 'slc_' | 'slr_', text: string): OAuthGrantId | undefined => {
  const [, kind, grantId] = named.exec(text) ?? []
  return kind === prefix ? OAuthGrantId.safeParse(grantId).data : undefined
}

/** The S256 challenge of a verifier (RFC 7636, 4.6). */
export const challengeOfVerifier = (verifier: string): string => hash('sha256', verifier, 'base64url')
