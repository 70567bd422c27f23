import type { RecordedEvent } from '#schemas/events/registry.ts'

/**
 * Ids of the users, teams (for all their members) and tokens whose rights an event changes or ends. Their open live
 * streams have to close.
 */
export const rightsChangedBy = ({ type, data }: RecordedEvent): string | undefined => {
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
