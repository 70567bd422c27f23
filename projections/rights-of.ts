import type { RecordedEvent } from '#schemas/events/registry.ts'

/**
 * Whose rights an event changes or ends, by id: a user, all who work in a team, or an API token. What they hear of must
 * not go on as if nothing had happened.
 */
export const rightsChangedBy = ({ type, data }: RecordedEvent): string | undefined => {
  switch (type) {
    case 'MemberJoined':
    case 'MemberChanged':
    case 'MemberRemoved':
    case 'MemberLeft':
    case 'SessionsEnded':
    case 'PersonErased':
    // Another address is to be verified first, where that is asked for (D-94), and may be an operator's or none any more.
    case 'ContactUpdated':
      return data.userId
    case 'ImpersonationStopped':
      return data.operatorId
    case 'TeamDeleted':
      return data.teamId
    case 'ApiTokenChanged':
    case 'ApiTokenRevoked':
      return data.tokenId
    default:
      return undefined
  }
}
