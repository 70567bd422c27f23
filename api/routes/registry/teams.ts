import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Route } from '#api/http/route.ts'
import { invitationRoutes } from '#api/routes/invitations.ts'
import { memberRoutes } from '#api/routes/members.ts'
import { pendingInvitationRoutes } from '#api/routes/pending-invitations.ts'
import { teamInvitationRoutes } from '#api/routes/team-invitations.ts'
import { teamRoutes } from '#api/routes/teams.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'

export type TeamsSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  digest: Secrets['digest']
  /** Whether mails reach people, so that an address counts only once it is verified (D-94, D-99). */
  mailGoesOut: boolean
  planLimits: PlanLimits
}

/** Routes of teams, their members and whom they invite. */
export const teamsArea = ({ ledger, content, readModels, digest, mailGoesOut, planLimits }: TeamsSetup): Route[] => [
  ...teamRoutes({ ledger, content, digest, limits: planLimits }, readModels),
  ...memberRoutes(readModels),
  ...invitationRoutes({ ledger, digest, limits: planLimits }, readModels),
  ...pendingInvitationRoutes(ledger, planLimits, mailGoesOut, readModels),
  ...teamInvitationRoutes(ledger, content, readModels),
]
