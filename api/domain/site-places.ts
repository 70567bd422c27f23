import type { SitePlacesEvent } from '#schemas/events/site-places.ts'
import type { SiteId, TeamId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { emptySet, type GrowingSet, holds, sizeOf, withItems, withoutItems } from './growing-set.ts'
import { RuleBroken } from './rule.ts'

/** Sites that count against the plan of one team: those that are there, and those that are about to be. */
export type SitePlaces = { taken: GrowingSet<SiteId> }

export type SitePlacesCommand = { teamId: TeamId; siteIds: readonly SiteId[] } & (
  | {
      type: 'TakeSitePlaces'
      /** How many sites the plan allows, null for any number (D-43). */
      limit: number | null
      /** Places that the same order takes after these: all of them must be free. */
      further: number
      expiresAt: string
    }
  | { type: 'ReleaseSitePlaces' }
)
type CommandNamed<Type extends SitePlacesCommand['type']> = Extract<SitePlacesCommand, { type: Type }>

const initialState: SitePlaces = { taken: emptySet }

const evolve = ({ taken }: SitePlaces, event: SitePlacesEvent): SitePlaces => {
  const { siteIds } = event.data
  switch (event.type) {
    case 'SitePlacesTaken':
      return { taken: withItems(taken, siteIds) }
    case 'SitePlacesReleased':
      return { taken: withoutItems(taken, siteIds) }
    default: {
      event satisfies never
      return { taken }
    }
  }
}

/** Throws RuleBroken 'site-limit' where so many sites more are not allowed. */
export const requirePlaces = ({ taken }: SitePlaces, howMany: number, limit: number | null): void => {
  if (limit !== null && sizeOf(taken) + howMany > limit) throw new RuleBroken('site-limit')
}

/**
 * A place that is taken already counts once, and is said to be taken again: it was left over by a crash, and whoever
 * lets go of such places must see that it is wanted. Where there is no limit sites are counted too: plans change.
 */
const take = (places: SitePlaces, command: CommandNamed<'TakeSitePlaces'>): SitePlacesEvent[] => {
  const { teamId, limit, further, expiresAt } = command
  const { taken } = places
  const wanted = [...new Set(command.siteIds)]
  const [siteIds, again] = [wanted.filter((id) => !holds(taken, id)), wanted.filter((id) => holds(taken, id))]
  if (siteIds.length > 0) requirePlaces(places, siteIds.length + further, limit)
  if (wanted.length === 0) return []
  return [{ type: 'SitePlacesTaken', data: { teamId, siteIds, ...(again.length > 0 ? { again } : {}), expiresAt } }]
}

const release = ({ taken }: SitePlaces, { teamId, ...command }: CommandNamed<'ReleaseSitePlaces'>) => {
  const siteIds = [...new Set(command.siteIds)].filter((id) => holds(taken, id))
  return siteIds.length === 0 ? [] : [{ type: 'SitePlacesReleased', data: { teamId, siteIds } } as const]
}

const decide = (places: SitePlaces, command: SitePlacesCommand): SitePlacesEvent[] => {
  switch (command.type) {
    case 'TakeSitePlaces':
      return take(places, command)
    case 'ReleaseSitePlaces':
      return release(places, command)
    default:
      command satisfies never
      return []
  }
}

/** Places that are taken one after the other by one event, which lasts as long as the longest of them. */
export const joinPlaces = (one: SitePlacesEvent, next: SitePlacesEvent): SitePlacesEvent | undefined => {
  if (one.type !== 'SitePlacesTaken' || next.type !== 'SitePlacesTaken') return undefined
  const again = [...(one.data.again ?? []), ...(next.data.again ?? [])]
  const lasting = one.data.expiresAt > next.data.expiresAt ? one : next
  return {
    type: 'SitePlacesTaken',
    data: {
      teamId: one.data.teamId,
      siteIds: [...one.data.siteIds, ...next.data.siteIds],
      ...(again.length > 0 ? { again } : {}),
      expiresAt: lasting.data.expiresAt,
    },
  }
}

/** The site limit of a team (D-43): it holds because every place is taken in one stream. */
export const sitePlacesDecider: Decider<SitePlaces, SitePlacesCommand, SitePlacesEvent> = {
  initialState,
  evolve,
  decide,
}
