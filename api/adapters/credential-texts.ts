import type { CommandId } from '#schemas/ids.ts'

/** The prefixes of credentials of OAuth, by which one is recognised wherever it turns up. */
type Prefix = 'sls_'

/**
 * The text of a new credential: its prefix and 256 bits. It is derived from the command, so that a repeated request
 * returns the same one (D-78). `digest` answers 64 hexadecimal digits.
 */
export const newCredentialText = (
  digest: (purpose: string, text: string) => string,
  prefix: Prefix,
  commandId: CommandId,
): string => prefix + Buffer.from(digest(`credential ${prefix}`, commandId), 'hex').toString('base64url')
