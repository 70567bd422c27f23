import type { SqlValue } from '#projections/engine/read-db.ts'
import type { EventType } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import type { OperationKind } from '#schemas/resources/operations.ts'

/** Operations of operators alone, and those that users do too, for themselves or for a team of theirs. */
type Types = { theirs: readonly EventType[]; shared: readonly EventType[] }

const types: Record<OperationKind, Types> = {
  platform: {
    theirs: ['PlatformOperated', 'QueuePaused', 'QueueResumed', 'EventSkipped', 'BillingComparisonOrdered'],
    shared: [],
  },
  users: { theirs: [], shared: ['EmailProofRequested', 'EmailVerified', 'SessionsEnded', 'ResetCodeReplaced'] },
  teams: {
    theirs: ['TeamTrialChanged', 'TeamRestored', 'TeamLimitsOverridden', 'TeamLimitsOverrideEnded'],
    shared: ['TeamDeleted'],
  },
  discounts: { theirs: [], shared: ['BillingOrderPlaced', 'DiscountWaits'] },
  impersonation: { theirs: ['ImpersonationStarted', 'ImpersonationStopped'], shared: [] },
  announcements: { theirs: ['AnnouncementPublished', 'AnnouncementEdited', 'AnnouncementRemoved'], shared: [] },
  invitations: { theirs: ['TeamInvitationSent', 'TeamInvitationResent', 'TeamInvitationWithdrawn'], shared: [] },
}

/** The condition for entries `e` of what operators do; `operators` are the present ones (D-106). */
export const operationsOf = (
  kind: OperationKind | undefined,
  operators: readonly UserId[],
): [where: string, values: SqlValue[]] => {
  const wanted = kind ? [types[kind]] : Object.values(types)
  const within = (list: readonly string[]) => JSON.stringify(list)
  const impersonated = kind === undefined || kind === 'impersonation' ? 'OR e.impersonator IS NOT NULL' : ''
  return [
    `(e.type IN (SELECT value FROM json_each(?))
      OR (e.type IN (SELECT value FROM json_each(?)) AND e.actor IN (SELECT value FROM json_each(?)) AND e.actor <> e.id)
      ${impersonated})`,
    [within(wanted.flatMap(({ theirs }) => theirs)), within(wanted.flatMap(({ shared }) => shared)), within(operators)],
  ]
}
