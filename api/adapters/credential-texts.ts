import type { CommandId } from '#schemas/ids.ts'

type Digest = (purpose: string, text: string) => string

/** The prefixes of credentials, by which one is recognised wherever it turns up. */
type Prefix = 'slc_' | 'slf_' | 'slk_' | 'slo_' | 'slp_' | 'slr_' | 'sls_'

/**
 * The text of a new credential: its prefix and 256 bits. It is derived from the command, so that a repeated request
 * returns the same one (D-78). `digest` answers 64 hexadecimal digits.
 */
export const newCredentialText = (digest: Digest, prefix: Prefix, commandId: CommandId): string =>
  prefix + Buffer.from(digest(`credential ${prefix}`, commandId), 'hex').toString('base64url')

/** The form of a personal access token. */
export const personalTokenText = /^slp_[\w-]{43}$/

/** The form of an app's access token. */
export const accessTokenText = /^slo_[\w-]{43}$/

/** The form of an API token; a session's token has none of these. */
export const apiTokenText = /^sl_[0-9a-f]{64}$/

/** The text of a new API token, derived from the command like that of other credentials. */
export const newApiTokenText = (digest: Digest, commandId: CommandId): string => `sl_${digest('api-token', commandId)}`
