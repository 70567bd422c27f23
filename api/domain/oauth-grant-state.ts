import type { OAuthGrantEvent } from '#schemas/events/oauth-client.ts'
import type { EventNamed } from '#schemas/events/registry.ts'

type Code = Omit<EventNamed<'OAuthCodeIssued'>['data'], 'grantId'> & { spent: boolean }
type Tokens = Omit<EventNamed<'OAuthTokensIssued'>['data'], 'grantId' | 'spentDigest'>

export type LivingGrant = EventNamed<'OAuthAccessGranted'>['data'] & {
  status: 'active' | 'revoked'
  codes: readonly Code[]
  /** The newest tokens; null before the first code was exchanged. */
  tokens: Tokens | null
  /** Digests of the access tokens that are not revoked: the newest and the one before. */
  accessDigests: readonly string[]
  /** Digests of all refresh tokens that were exchanged. */
  spentRefreshDigests: readonly string[]
}

export type OAuthGrant = { status: 'none' } | LivingGrant

export const noGrant: OAuthGrant = { status: 'none' }

const issued = (grant: LivingGrant, { data }: EventNamed<'OAuthTokensIssued'>): LivingGrant => {
  const { grantId: _, spentDigest, ...tokens } = data
  const isRefreshed = grant.tokens?.refreshDigest === spentDigest
  return {
    ...grant,
    tokens,
    codes: grant.codes.map((code) => (code.codeDigest === spentDigest ? { ...code, spent: true } : code)),
    accessDigests: [...grant.accessDigests.slice(-1), tokens.accessDigest],
    spentRefreshDigests: isRefreshed ? [...grant.spentRefreshDigests, spentDigest] : grant.spentRefreshDigests,
  }
}

export const evolveGrant = (grant: OAuthGrant, event: OAuthGrantEvent): OAuthGrant => {
  if (event.type === 'OAuthAccessGranted') {
    const nothingYet = { codes: [], tokens: null, accessDigests: [], spentRefreshDigests: [] }
    return { status: 'active', ...event.data, ...nothingYet }
  }
  if (grant.status === 'none') return grant
  switch (event.type) {
    case 'OAuthCodeIssued': {
      const { grantId: _, ...code } = event.data
      return { ...grant, codes: [...grant.codes, { ...code, spent: false }] }
    }
    case 'OAuthTokensIssued':
      return issued(grant, event)
    case 'OAuthAccessTokenRevoked':
      return { ...grant, accessDigests: grant.accessDigests.filter((digest) => digest !== event.data.accessDigest) }
    case 'OAuthGrantRevoked':
      return { ...grant, status: 'revoked' }
    default:
      event satisfies never
      return grant
  }
}
