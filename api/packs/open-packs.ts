import type { Logger } from 'pino'
import type { PackLocks } from '#api/adapters/locks.ts'
import { openPasses } from '#api/adapters/passes.ts'
import { packDecider } from '#api/domain/pack.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { packStream } from '#api/event-store/streams.ts'
import type { Past } from '#api/http/past.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import type { PackId } from '#schemas/ids.ts'
import { roleHolds } from '#schemas/policy.ts'
import { scopeOf } from '#schemas/rights/membership.ts'
import { type MakingTools, makePack } from './make-pack.ts'
import { contextOfPack, LeftForLater, type PackOrder } from './pack.ts'

/** Milliseconds between two looks at what was ordered, and those for which a pack may fail each time before it is given up. */
const lookEvery = 1000
const givenUpAfter = 60 * 60 * 1000

type PacksSetup = MakingTools & {
  locks: PackLocks
  readModels: ReadModels
  past: Pick<Past, 'moment'>
  /** The history, to wait for. */
  history: { hold: (position: string) => Promise<boolean> }
  logger: Logger
}

/** Makes packs that were ordered, oldest first, one at a time; whichever process comes first makes one. */
export const openPacks = ({ readModels, history, locks, logger, ...tools }: PacksSetup) => {
  const {
    lists: { packs },
    directory,
  } = readModels

  /** What is made for whoever ordered it, with the rights that they have now; undefined where they have none. */
  const orderOf = async (row: PackRow): Promise<PackOrder | undefined> => {
    const { team_id: teamId, user_id: userId, position, as_of } = row
    const membership = directory.teams.membership(userId, teamId)
    if (!membership || !(['export', 'history.view'] as const).every((right) => roleHolds(membership.role, right)))
      return undefined
    // Waits for the past, as a request does.
    await tools.past.moment(position)
    if (!(await history.hold(position))) throw new Error('The history is behind')
    return {
      ...row,
      scope: scopeOf(teamId, membership),
      moment: { position, at: new Date(as_of) },
      by: directory.accounts.namesOf([userId]).get(userId) ?? null,
    }
  }
  const giveUp = async (row: PackRow): Promise<void> => {
    const command = { type: 'GivePackUp', packId: row.id, teamId: row.team_id } as const
    await handle(tools.ledger, packDecider, packStream(row.id), command, contextOfPack(row, 'give-up'))
  }
  /** When packs failed for the first time, in this process. */
  const failing = new Map<PackId, number>()
  const make = async (row: PackRow, goesOn: () => boolean): Promise<void> => {
    const lock = await locks.acquire(row.id)
    if (!lock) return
    const goOn = () => {
      if (!goesOn() || lock.isLost()) throw new LeftForLater()
    }
    try {
      const order = await orderOf(row)
      await (order ? makePack(order, { ...tools, goOn }, lock) : giveUp(row))
      failing.delete(row.id)
    } catch (error) {
      if (error instanceof LeftForLater) return
      logger.warn({ pack: row.id, error: (error as Error).message }, 'a pack was not made, tried again')
      const since = failing.get(row.id) ?? Date.now()
      failing.set(row.id, since)
      if (Date.now() - since > givenUpAfter) await giveUp(row)
    } finally {
      await lock.release()
    }
  }
  const pass = async (goesOn: () => boolean): Promise<void> => {
    for (const row of packs.waiting()) if (goesOn()) await make(row, goesOn)
  }
  return openPasses(pass, lookEvery, ({ message }) =>
    logger.warn({ error: message }, 'packs were not made, tried again'),
  )
}
