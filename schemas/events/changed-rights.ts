import type { LedgerEvent } from './registry.ts'

/**
 * The id of the user, team (for all its members), token or app whose rights an event changes or ends. Their open live
 * streams have to close.
 */
export const rightsChangedBy = ({ type, data }: LedgerEvent): string | undefined => {
  switch (type) {
    case 'MemberJoined':
    case 'MemberChanged':
    case 'MemberRemoved':
    case 'MemberLeft':
    case 'SessionsEnded':
    case 'PersonErased':
    // A new address may need verification (D-94), and decides whether the user is an operator.
    case 'ContactUpdated':
    // A team or the operators' pages may ask for a second factor.
    case 'TwoFactorTurnedOn':
    case 'TwoFactorTurnedOff':
      return data.userId
    case 'ImpersonationStopped':
      return data.operatorId
    case 'TeamDeleted':
    case 'SecondFactorDemanded':
      return data.teamId
    case 'ApiTokenChanged':
    case 'ApiTokenRevoked':
    case 'PersonalTokenRevoked':
      return data.tokenId
    case 'OAuthGrantRevoked':
    case 'OAuthClientDeleted':
      return data.clientId
    default:
      return undefined
  }
}

/**
 * The id by which a replica knows the credentials that it may not take by what it read before an event: that of
 * `rightsChangedBy`, of a consent, of a share link, or of a team whose links are switched.
 */
export const rightsEndedBy = (event: LedgerEvent): string | undefined => {
  switch (event.type) {
    case 'OAuthAccessTokenRevoked':
    case 'OAuthGrantRevoked':
      return event.data.grantId
    case 'ShareRevoked':
      return event.data.shareId
    case 'ShareLinksAllowed':
      return event.data.teamId
    default:
      return rightsChangedBy(event)
  }
}
