import type { Route } from '#api/http/route.ts'
import { invitationRoutes } from '#api/routes/invitations.ts'
import { memberRoutes } from '#api/routes/members.ts'
import { pendingInvitationRoutes } from '#api/routes/pending-invitations.ts'
import { teamInvitationRoutes } from '#api/routes/team-invitations.ts'
import { teamRoutes } from '#api/routes/teams.ts'
import type { RouteSetup } from './setup.ts'

/** Routes of teams, their members and whom they invite. */
export const teamsArea = ({ ledger, content, readModels, secrets, mailGoesOut, planLimits }: RouteSetup): Route[] => [
  ...teamRoutes({ ledger, content, digest: secrets.digest, limits: planLimits }, readModels),
  ...memberRoutes(readModels),
  ...invitationRoutes({ ledger, digest: secrets.digest, limits: planLimits }, readModels),
  ...pendingInvitationRoutes(ledger, planLimits, mailGoesOut, readModels),
  ...teamInvitationRoutes(ledger, content, readModels),
]
