import { oauthGrantDecider } from '#api/domain/oauth-grant.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { oauthGrantStream } from '#api/event-store/streams.ts'
import type { EndedGrant, EndedGrantQueries } from '#projections/sweeps/ended-grants.ts'
import { contextOfStep } from './command-context.ts'
import { forEachInOrder } from './sweeps.ts'

export type EndedGrantTools = { ledger: Ledger; grants: EndedGrantQueries }

const record = ({ ledger }: EndedGrantTools, { id, teamId, by, eventId }: EndedGrant, now: Date) => {
  const context = contextOfStep({ worker: 'ended-grants', teamId, about: eventId }, `cut/${id}`, now)
  return handle(ledger, oauthGrantDecider, oauthGrantStream(id), { type: 'CutGrant', by }, context)
}

/**
 * Records the end of consents whose user left the team or was erased, or whose team or client was deleted. Requests do
 * not wait for it: they refuse such a consent by what happened. Running twice is safe, because a consent ends once.
 */
export const recordEndedGrants = async (tools: EndedGrantTools, now: Date): Promise<void> => {
  await forEachInOrder(tools.grants.due(), (grant) => record(tools, grant, now))
}
