import { forEach } from '#api/bulk/each.ts'
import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { sitePlacesDecider } from '#api/domain/site-places.ts'
import { StaleRevision } from '#api/domain/stale.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, sitePlacesStream, siteStream } from '#api/event-store/streams.ts'
import type { SitePlaceQueries } from '#projections/open-site-places.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { SiteId, TeamId } from '#schemas/ids.ts'
import { contextOfStep } from './command-context.ts'
import { eachInTurn } from './sweeps.ts'

/** Milliseconds after its expiry in which a slow request may still bring the site. */
const grace = 60_000

/** Places that are looked at in one sweep. */
const mostAtOnce = 1000

export type SitePlaceTools = { ledger: Ledger; places: SitePlaceQueries }

const isThere = async (ledger: Ledger, id: SiteId): Promise<boolean> => {
  const site = await load(ledger, siteDecider, siteStream(id))
  if (site.status !== 'active') return false
  return (await load(ledger, clientDecider, clientStream(site.clientId))).status === 'active'
}

/** Those of a team that nobody has taken lately, by the log. */
const expired = (history: readonly RecordedEvent[], siteIds: readonly SiteId[], instant: string): SiteId[] => {
  const wanted = new Set(siteIds)
  for (const { type, data } of history) {
    if (type !== 'SitePlacesTaken' || data.expiresAt < instant) continue
    for (const id of [...data.siteIds, ...(data.again ?? [])]) wanted.delete(id)
  }
  return [...wanted]
}

const contextOf = (teamId: TeamId, revision: bigint, now: Date) => {
  const cause = { worker: 'site-places', teamId, about: teamId, causationId: null }
  return contextOfStep(cause, `site-places/${revision}`, now)
}

const release = async ({ ledger }: SitePlaceTools, teamId: TeamId, siteIds: readonly SiteId[], now: Date) => {
  const stream = sitePlacesStream(teamId)
  const history = await ledger.read(stream)
  const revision = history.at(-1)?.revision ?? 0n
  const instant = new Date(now.getTime() - grace).toISOString()
  const there = await forEach(expired(history, siteIds, instant), async (id) => ({
    id,
    live: await isThere(ledger, id),
  }))
  const inVain = there.flatMap(({ id, live }) => (live ? [] : [id]))
  const command = { type: 'ReleaseSitePlaces', teamId, siteIds: inVain } as const
  const seen = { revisions: [String(revision)] }
  await handle(ledger, sitePlacesDecider, stream, command, contextOf(teamId, revision, now), seen).catch((error) => {
    // Somebody took a place meanwhile, maybe one of these: the next sweep looks again.
    if (!(error instanceof StaleRevision)) throw error
  })
}

/**
 * Lets go of places whose sites are not there (D-43): a crash came between the place and the site, or between a deletion
 * and the release. Whoever brings a site takes its place first, which moves the stream on, and a place is released on
 * the very revision on which its site was looked for: so no site comes to be without one. Running twice is safe.
 */
export const releaseSitePlaces = async (tools: SitePlaceTools, now: Date): Promise<void> => {
  const inVain = tools.places.inVain(new Date(now.getTime() - grace).toISOString(), mostAtOnce)
  const byTeam = Map.groupBy(inVain, ({ teamId }) => teamId)
  await eachInTurn([...byTeam], ([teamId, places]) =>
    release(
      tools,
      teamId,
      places.map(({ siteId }) => siteId),
      now,
    ),
  )
}
