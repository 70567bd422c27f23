import { userDecider } from '#api/domain/user.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { ImpersonationQueries, OpenImpersonation } from '#projections/sweeps/open-impersonations.ts'
import { impersonatedFor } from '#schemas/time/impersonation-life.ts'
import { contextOfStep } from '#workers/command-context.ts'
import { forEachInOrder } from './sweeps.ts'

export type ImpersonationTools = { ledger: Ledger; impersonations: ImpersonationQueries }

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
