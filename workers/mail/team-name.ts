import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { TeamId } from '#schemas/ids.ts'

/** The present name of a team. */
export const teamNameOf = async (ledger: Pick<Ledger, 'read'>, teamId: TeamId): Promise<string | undefined> => {
  const history = await ledger.read(teamStream(teamId))
  const named = history.findLast(({ type }) => type === 'TeamCreated' || type === 'TeamRenamed')
  return named?.type === 'TeamCreated' || named?.type === 'TeamRenamed' ? named.data.name : undefined
}
