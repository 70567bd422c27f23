import type { Logger } from 'pino'
import { packDecider } from '#api/domain/pack.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { packStream } from '#api/event-store/streams.ts'
import type { Past } from '#api/http/past.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import { roleHolds } from '#schemas/policy.ts'
import { scopeOf } from '#schemas/rights/membership.ts'
import { type MakingTools, makePack } from './make-pack.ts'
import { startPackMaker } from './maker.ts'
import { contextOfPack, type PackOrder } from './pack.ts'

type PacksSetup = Omit<MakingTools, 'past' | 'answerAt'> & {
  locks: Parameters<typeof startPackMaker>[0]['locks']
  /** Read models of the present, and of the past. */
  readModels: ReadModels
  past: Past & { readModels: ReadModels }
  /** The history, to wait for. */
  history: { hold: (position: string) => Promise<boolean> }
  logger: Logger
}

/** Makes packs that were ordered, by whichever process comes first. */
export const openPacks = ({ readModels, past, history, locks, logger, ...tools }: PacksSetup) => {
  const {
    lists: { packs },
    directory,
  } = readModels

  /** What is made for whoever ordered it, with the rights that they have now; undefined where they have none. */
  const orderOf = async (row: PackRow): Promise<PackOrder | undefined> => {
    const { id, team_id: teamId, user_id: userId, position, as_of } = row
    const membership = directory.teams.membership(userId, teamId)
    if (!membership || !(['export', 'history.view'] as const).every((right) => roleHolds(membership.role, right)))
      return undefined
    // Waits for the past, as a request does.
    await past.moment(position)
    if (!(await history.hold(position))) throw new Error('The history is behind')
    return {
      id,
      teamId,
      scope: scopeOf(teamId, membership),
      within: row.within,
      moment: { position, at: new Date(as_of) },
      from: row.from,
      files: row.files,
      versions: row.versions,
      reason: row.reason,
      by: { id: userId, name: directory.accounts.namesOf([userId]).get(userId) ?? null },
      orderedAt: new Date(row.ordered_at),
    }
  }
  const giveUp = async ({ id, team_id: teamId }: PackRow): Promise<void> => {
    const command = { type: 'GivePackUp', packId: id, teamId } as const
    await handle(tools.ledger, packDecider, packStream(id), command, contextOfPack({ id, teamId }, 'give-up'))
  }
  const making = { ...tools, past: past.readModels, answerAt: past.answerAt }
  return startPackMaker({
    waiting: () => packs.waiting(),
    locks,
    make: async (row, lock) => {
      const order = await orderOf(row)
      await (order ? makePack(order, making, lock) : giveUp(row))
    },
    giveUp,
    log: logger,
  })
}
