import { apiTokenDecider } from '#api/domain/api-token.ts'
import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { personalTokenDecider } from '#api/domain/personal-token.ts'
import { shareDecider } from '#api/domain/share.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import {
  apiTokenStream,
  oauthGrantStream,
  personalTokenStream,
  shareStream,
  userStream,
} from '#api/event-store/streams.ts'
import type { EndedGrant, EndedGrantQueries } from '#projections/sweeps/ended-grants.ts'
import type { ImpersonationQueries, OpenImpersonation } from '#projections/sweeps/open-impersonations.ts'
import { impersonatedFor } from '#schemas/time/impersonation-life.ts'
import { forEachInOrder } from './sweeps.ts'

type EndedGrantTools = { ledger: Ledger; grants: EndedGrantQueries }

const record = ({ ledger }: EndedGrantTools, grant: EndedGrant, now: Date) => {
  const { id, teamId, by, eventId } = grant
  const context = contextOfStep({ worker: 'ended-grants', teamId, about: eventId }, `cut/${id}`, now)
  switch (grant.kind) {
    case 'consent':
      return handle(ledger, oauthGrantDecider, oauthGrantStream(grant.id), { type: 'CutGrant', by }, context)
    case 'api-token':
      return handle(ledger, apiTokenDecider, apiTokenStream(grant.id), { type: 'CutApiToken' }, context)
    case 'personal-token':
      return handle(ledger, personalTokenDecider, personalTokenStream(grant.id), { type: 'CutPersonalToken' }, context)
    default:
      return handle(ledger, shareDecider, shareStream(grant.id), { type: 'CutShare' }, context)
  }
}

/**
 * Records the end of consents, tokens and share links whose user left the team or was erased, or whose team or client was
 * deleted, also long ago. Requests do not wait for it: they refuse them by what happened. Running twice is safe, because
 * each ends once.
 */
export const recordEndedGrants = async (tools: EndedGrantTools, now: Date): Promise<void> => {
  await forEachInOrder(tools.grants.due(), (grant) => record(tools, grant, now))
}

type ImpersonationTools = { ledger: Ledger; impersonations: ImpersonationQueries }

const end = ({ ledger }: ImpersonationTools, { userId, operatorId, eventId }: OpenImpersonation, now: Date) => {
  const context = contextOfStep({ worker: 'impersonations', teamId: null, about: eventId }, 'end', now)
  return handle(ledger, userDecider, userStream(userId), { type: 'StopImpersonation', operatorId }, context)
}

/**
 * Records the end of impersonations whose hour is over (D-64), which also closes their live streams and tells the user.
 * Requests do not wait for it: they refuse such a session by its beginning. Running twice is safe, because an
 * impersonation ends once.
 */
export const endImpersonations = async (tools: ImpersonationTools, now: Date): Promise<void> => {
  const over = tools.impersonations.begunBy(new Date(now.getTime() - impersonatedFor).toISOString())
  await forEachInOrder(over, (impersonation) => end(tools, impersonation, now))
}
