import { RuleBroken } from '#api/domain/rule.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import { hasReached } from '#projections/engine/position.ts'
import type { SiteQueries } from '#projections/facilities/sites.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { SiteId, TeamId } from '#schemas/ids.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'

export type SiteQuota = {
  /** Sites that the team has, with those under way and those that imports reserve. */
  used: (teamId: TeamId) => number
  /** How many more sites the team may have; null for any number. */
  left: (teamId: TeamId, context: Pick<CommandContext, 'at'>) => number | null
  /** Throws RuleBroken 'site-limit' if the plan does not allow `howMany` more sites. */
  require: (teamId: TeamId, howMany: number, context: Pick<CommandContext, 'at'>) => void
  /**
   * Runs `write`, which adds or restores sites, if the plan allows all of them; sites that are active already count
   * once. Throws RuleBroken 'site-limit'.
   */
  within: <Written extends { position: string | null }>(
    teamId: TeamId,
    siteIds: readonly SiteId[],
    context: CommandContext,
    write: () => Promise<Written>,
  ) => Promise<Written>
  /**
   * Reserves quota for the `missing()` sites of an import if the plan allows all of them. Those that are still missing
   * count until the returned function releases them. Throws as `within` does.
   */
  reserve: (teamId: TeamId, missing: () => number, context: CommandContext) => () => void
}

/** How often a command waits for others that may fail. One that had failed and still counted would be waited for without end. */
const maxWaits = 100

type Setup = {
  sites: Pick<SiteQueries, 'count' | 'one'>
  limits: Pick<PlanLimits, 'ofTeam'>
  /** The position up to which the read models hold the log. */
  listedUpTo: () => string
}

/** A command that adds sites; `position` is that of its last event, null until it is written. */
type Write = { siteIds: readonly SiteId[]; position: string | null; ended: Promise<unknown> }

/**
 * Enforces the site quotas of all teams (D-43): counts the sites of the read model, those that this process is writing
 * or has written and the read model lacks, and those that imports reserve. Another process may still write between the
 * count and the append. Open it once per process.
 */
export const openSiteQuota = ({ sites, limits, listedUpTo }: Setup): SiteQuota => {
  const writes = new Map<TeamId, Set<Write>>()
  const reserved = new Map<TeamId, Set<() => number>>()

  /** The writes whose sites the read model may lack. */
  const openWrites = (teamId: TeamId): Write[] => {
    const all = writes.get(teamId) ?? new Set()
    for (const write of all) if (write.position !== null && hasReached(listedUpTo(), write.position)) all.delete(write)
    if (all.size === 0) writes.delete(teamId)
    return [...all]
  }

  const idsOf = (open: readonly Write[]): Set<SiteId> => new Set(open.flatMap(({ siteIds }) => siteIds))

  const unlisted = (teamId: TeamId, siteIds: Iterable<SiteId>): SiteId[] =>
    [...siteIds].filter((id) => sites.one(wholeTeam(teamId), id) === undefined)

  const reservedOf = (teamId: TeamId): number =>
    [...(reserved.get(teamId) ?? [])].reduce((sum, each) => sum + each(), 0)

  const used: SiteQuota['used'] = (teamId) => {
    // Before the count: a site that is listed in between counts twice rather than not at all.
    const written = unlisted(teamId, idsOf(openWrites(teamId))).length
    return written + reservedOf(teamId) + sites.count(teamId)
  }

  const left: SiteQuota['left'] = (teamId, context) => {
    const limit = limits.ofTeam(teamId, context.at).sites
    return limit === null ? null : Math.max(0, limit - used(teamId))
  }

  const requireRoom: SiteQuota['require'] = (teamId, howMany, context) => {
    const room = left(teamId, context)
    if (room !== null && howMany > room) throw new RuleBroken('site-limit')
  }

  const hasRoomFor = (teamId: TeamId, siteIds: readonly SiteId[], context: CommandContext): boolean => {
    const limit = limits.ofTeam(teamId, context.at).sites
    const written = idsOf(openWrites(teamId))
    if (limit === null) return true
    const added = unlisted(teamId, siteIds).filter((id) => !written.has(id)).length
    // Mostly there is room however many of the written sites are listed by now, which would take a query for each.
    if (added <= limit - written.size - reservedOf(teamId) - sites.count(teamId)) return true
    return added <= (left(teamId, context) ?? added)
  }

  return {
    used,
    left,
    require: requireRoom,
    within: async (teamId, siteIds, context, write) => {
      for (let waits = 0; !hasRoomFor(teamId, siteIds, context); waits += 1) {
        const underWay = openWrites(teamId).filter(({ position }) => position === null)
        if (underWay.length === 0 || waits === maxWaits) throw new RuleBroken('site-limit')
        // One that fails makes room.
        await Promise.all(underWay.map(({ ended }) => ended))
      }
      const written = write()
      const own: Write = { siteIds, position: null, ended: written.catch(() => {}) }
      const all = writes.get(teamId) ?? new Set()
      writes.set(teamId, all.add(own))
      try {
        const outcome = await written
        own.position = outcome.position
        return outcome
      } finally {
        // Failed, or nothing was written.
        if (own.position === null) all.delete(own)
      }
    },
    reserve: (teamId, missing, context) => {
      requireRoom(teamId, missing(), context)
      const all = reserved.get(teamId) ?? new Set()
      reserved.set(teamId, all.add(missing))
      return () => {
        all.delete(missing)
        if (all.size === 0) reserved.delete(teamId)
      }
    },
  }
}
