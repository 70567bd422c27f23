import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'

/** Whether there is, or was, such a team or user. Who registers with a card is charged before. */
export const exists = async (ledger: Pick<Ledger, 'read'>, { kind, id }: Billable): Promise<boolean> => {
  const { status } =
    kind === 'team' ? await load(ledger, teamDecider, teamStream(id)) : await load(ledger, userDecider, userStream(id))
  return status !== 'none'
}
