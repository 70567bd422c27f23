import { randomUUID } from 'node:crypto'
import { sizeOf } from '#api/domain/growing-set.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { joinPlaces, requirePlaces, sitePlacesDecider } from '#api/domain/site-places.ts'
import { openBusyStreams } from '#api/event-store/busy-streams.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { sitePlacesStream } from '#api/event-store/streams.ts'
import type { TeamQueries } from '#projections/teams.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type SiteId, type TeamId } from '#schemas/ids.ts'
import { siteLimit } from '#schemas/plan-limits.ts'
import type { Plan } from '#schemas/plans.ts'
import { wholeTeam } from '#schemas/scope.ts'
import { liveSite } from './live-places.ts'
import { orBehind } from './owned.ts'

/** How long a site may take to come once it has its place, in milliseconds; what is recorded with the place. */
const placesLast = 60_000

/** Sites whose places are taken by one event. */
const mostAtOnce = 10_000

/** Site ids that this process remembers of all teams, about 100 bytes each. */
const mostRemembered = 500_000

const blocksOf = (siteIds: readonly SiteId[]): SiteId[][] =>
  Array.from({ length: Math.ceil(siteIds.length / mostAtOnce) }, (_, at) =>
    siteIds.slice(at * mostAtOnce, (at + 1) * mostAtOnce),
  )

export type SitePlaces = {
  /** How many sites the team may have at the time of a command; null for any number. */
  limit: (teamId: TeamId, context: Pick<CommandContext, 'at'>) => number | null
  /** Takes nothing; throws RuleBroken 'site-limit' where the plan does not allow so many sites more. */
  require: (teamId: TeamId, howMany: number, context: CommandContext) => Promise<void>
  /**
   * Takes places for sites that are to come or to come back, for all of them or for none (D-43); one that counts
   * already counts once. Answers those that are new, to be released where their sites never come: `lasts` is how long
   * they are kept meanwhile, in milliseconds. Throws RuleBroken 'site-limit'.
   */
  take: (teamId: TeamId, siteIds: readonly SiteId[], context: CommandContext, lasts?: number) => Promise<SiteId[]>
  /** Sites that are in the trash, or never came, count no more. */
  release: (teamId: TeamId, siteIds: readonly SiteId[], context: CommandContext) => Promise<void>
  /**
   * Acts once there are places. A refusal releases those that were taken for it; after a crash in between a place stays
   * taken until the workers let go of it, so that the limit holds all the time. Throws RuleBroken 'site-limit', and what `act` throws.
   */
  whileTaken: <Result>(
    teamId: TeamId,
    siteIds: readonly SiteId[],
    context: CommandContext,
    act: () => Promise<Result>,
  ) => Promise<Result>
}

/** The site limits of all teams. Open it once in a process: it remembers what it has read. */
export const openSitePlaces = (
  ledger: Ledger,
  teams: Pick<TeamQueries, 'team'>,
  plans: readonly Plan[],
): SitePlaces => {
  const streams = openBusyStreams(ledger, sitePlacesDecider, {
    weigh: ({ taken }) => sizeOf(taken) + 1,
    mostWeight: mostRemembered,
    join: joinPlaces,
  })

  /** Each step is a command of its own, at every try: one that takes a place again is another event. */
  const step = (context: CommandContext, name: string): CommandContext => ({
    ...context,
    commandId: CommandId.parse(idMadeBy(context.commandId, `site-places/${name}/${randomUUID()}`)),
    causationId: context.commandId,
  })

  const release: SitePlaces['release'] = async (teamId, siteIds, context) => {
    for (const [at, block] of blocksOf(siteIds).entries()) {
      const command = { type: 'ReleaseSitePlaces', teamId, siteIds: block } as const
      await streams.handle(sitePlacesStream(teamId), command, step(context, `release/${at}`))
    }
  }

  const limitOf: SitePlaces['limit'] = (teamId, { at }) =>
    siteLimit(plans, orBehind(teams.team(teamId)).trial_ends_at ?? '', at)

  const take: SitePlaces['take'] = async (teamId, siteIds, context, lasts = placesLast) => {
    const limit = limitOf(teamId, context)
    const expiresAt = new Date(Date.parse(context.at) + lasts).toISOString()
    const taken: SiteId[] = []
    let further = siteIds.length
    try {
      for (const [at, block] of blocksOf(siteIds).entries()) {
        further -= block.length
        const command = { type: 'TakeSitePlaces', teamId, siteIds: block, limit, further, expiresAt } as const
        const events = await streams.handle(sitePlacesStream(teamId), command, step(context, `take/${at}`))
        taken.push(...events.flatMap(({ data }) => data.siteIds))
      }
    } catch (error) {
      // Others took what was free between two blocks.
      if (error instanceof RuleBroken) await release(teamId, taken, context)
      throw error
    }
    return taken
  }

  /** Another order may have brought a site for which this one took the place. */
  const thoseMissing = async (teamId: TeamId, siteIds: readonly SiteId[]): Promise<SiteId[]> => {
    const there = await Promise.all(siteIds.map((id) => liveSite(ledger, wholeTeam(teamId), id)))
    return siteIds.filter((_, at) => there[at] === undefined)
  }

  return {
    limit: limitOf,
    require: async (teamId, howMany, context) =>
      requirePlaces(await streams.look(sitePlacesStream(teamId)), howMany, limitOf(teamId, context)),
    take,
    release,
    whileTaken: async (teamId, siteIds, context, act) => {
      const taken = await take(teamId, siteIds, context)
      try {
        return await act()
      } catch (error) {
        // Whether an append came through may be unknown; then the site may be there.
        if (error instanceof RuleBroken) await release(teamId, await thoseMissing(teamId, taken), context)
        throw error
      }
    },
  }
}
