import type { PackEvent } from '#schemas/events/pack.ts'
import type { PackId, TeamId, UserId } from '#schemas/ids.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Data<Type extends PackEvent['type']> = Extract<PackEvent, { type: Type }>['data']

export type Pack = { status: 'none' | 'ordered' | 'ready' | 'failed' | 'ended'; teamId?: TeamId }

type Named = { packId: PackId; teamId: TeamId }

export type PackCommand =
  | { type: 'OrderPack'; ordered: Data<'PackOrdered'> & { reason: string } }
  | { type: 'FinishPack'; ready: Data<'PackReady'> }
  | ({ type: 'GivePackUp' } & Named)
  | ({ type: 'DownloadPack'; userId: UserId; day: CalendarDate } & Named)
  | ({ type: 'EndPack'; because: Data<'PackEnded'>['because'] } & Named)

const evolve = evolveBy<Pack, PackEvent>({
  PackOrdered: (_, { teamId }) => ({ status: 'ordered', teamId }),
  PackReady: (pack) => ({ ...pack, status: 'ready' }),
  PackFailed: (pack) => ({ ...pack, status: 'failed' }),
  PackDownloaded: (pack) => pack,
  PackEnded: (pack) => ({ ...pack, status: 'ended' }),
})

/** The pack of a team; for any other it does not exist. */
const standing = (pack: Pack, { teamId }: Named): Pack => {
  if (pack.status === 'none' || pack.teamId !== teamId) throw new RuleBroken('pack-not-found')
  return pack
}

const decide = decideBy<Pack, PackCommand, PackEvent>({
  OrderPack: ({ status }, { ordered }) => {
    if (status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'PackOrdered', data: ordered }]
  },
  // What was deleted meanwhile stays so.
  FinishPack: (pack, { ready }) =>
    standing(pack, ready).status === 'ordered' ? [{ type: 'PackReady', data: ready }] : [],
  GivePackUp: (pack, { type: _, ...failed }) =>
    standing(pack, failed).status === 'ordered' ? [{ type: 'PackFailed', data: failed }] : [],
  DownloadPack: (pack, { type: _, ...downloaded }) => {
    standing(pack, downloaded)
    return [{ type: 'PackDownloaded', data: downloaded }]
  },
  EndPack: (pack, { type: _, ...ended }) =>
    standing(pack, ended).status === 'ended' ? [] : [{ type: 'PackEnded', data: ended }],
})

/** An evidence pack, from its order until nobody can take it away any more. */
export const packDecider: Decider<Pack, PackCommand, PackEvent> = { initialState: { status: 'none' }, evolve, decide }
