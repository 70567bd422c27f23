import { type SiteDetails, siteDetails } from '#schemas/details/site.ts'
import type { SiteEvent } from '#schemas/events/site.ts'
import type { ClientId, SiteId, TeamId, TrashId } from '#schemas/ids.ts'
import { changedDetails } from './changed-details.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Named = { siteId: SiteId; teamId: TeamId; clientId: ClientId }
type ExternalId = { external_id?: string | null | undefined }
type Own = Named & ExternalId & SiteDetails & { hasThumbnail: boolean }

/**
 * A deleted site keeps what it needs to be restored (D-10). Its client's own stream says whether the client is active.
 */
export type Site =
  | { status: 'none' }
  | ({ status: 'active' } & Own)
  | ({ status: 'deleted'; trashId: TrashId } & Own)
  | { status: 'purged'; trashId: TrashId }

type DataOf<Type extends SiteEvent['type']> = Extract<SiteEvent, { type: Type }>['data']

export type SiteCommand =
  | ({ type: 'AddSite' } & DataOf<'SiteAdded'>)
  /** Adds the site, or updates it to match the row; undefined leaves the external id unchanged. */
  | ({ type: 'ImportSite' } & Named & ExternalId & SiteDetails)
  /** A different client moves the site (D-76). */
  | ({ type: 'UpdateSite' } & Named & Partial<SiteDetails>)
  | ({ type: 'SetSiteThumbnail' } & DataOf<'SiteThumbnailSet'>)
  | ({ type: 'RemoveSiteThumbnail' } & DataOf<'SiteThumbnailRemoved'>)
  | ({ type: 'DeleteSite' } & DataOf<'SiteDeleted'>)
  | ({ type: 'RestoreSite' } & DataOf<'SiteRestored'>)
  | ({ type: 'PurgeSite' } & DataOf<'SitePurged'>)
type CommandNamed<Type extends SiteCommand['type']> = Extract<SiteCommand, { type: Type }>

const initialState: Site = { status: 'none' }

const changed = (site: Site, change: Partial<Own>): Site => (site.status === 'active' ? { ...site, ...change } : site)

const evolve = (site: Site, event: SiteEvent): Site => {
  switch (event.type) {
    case 'SiteAdded':
      return { status: 'active', ...event.data, hasThumbnail: false }
    case 'SiteUpdated':
      return changed(site, event.data)
    case 'SiteMoved':
      return changed(site, { clientId: event.data.clientId })
    case 'SiteExternalIdSet':
      return changed(site, { external_id: event.data.external_id })
    case 'SiteThumbnailSet':
      return changed(site, { hasThumbnail: true })
    case 'SiteThumbnailRemoved':
      return changed(site, { hasThumbnail: false })
    case 'SiteDeleted':
      return site.status === 'active' ? { ...site, status: 'deleted', trashId: event.data.trashId } : site
    case 'SiteRestored': {
      if (site.status !== 'deleted') return site
      const { trashId: _, ...own } = site
      return { ...own, status: 'active' }
    }
    case 'SitePurged':
      return { status: 'purged', trashId: event.data.trashId }
    default:
      event satisfies never
      return site
  }
}

/** A site that is deleted or belongs to another team counts as not found. */
const activeOf = (site: Site, teamId: TeamId) => {
  if (site.status !== 'active' || site.teamId !== teamId) throw new RuleBroken('site-not-found')
  return site
}

const add = (site: Site, { type: _, ...data }: CommandNamed<'AddSite'>): SiteEvent[] => {
  if (site.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'SiteAdded', data }]
}

const update = (site: Site, command: CommandNamed<'UpdateSite'>): SiteEvent[] => {
  const { siteId, teamId, clientId } = command
  const present = activeOf(site, teamId)
  const details = changedDetails<SiteDetails>(siteDetails, present, command)
  return [
    ...(details ? [{ type: 'SiteUpdated', data: { siteId, teamId, ...details } } as const] : []),
    ...(present.clientId === clientId ? [] : [{ type: 'SiteMoved', data: { siteId, teamId, clientId } } as const]),
  ]
}

const importOne = (site: Site, { type: _, ...row }: CommandNamed<'ImportSite'>): SiteEvent[] => {
  const { external_id, ...data } = row
  if (site.status === 'none') {
    return [{ type: 'SiteAdded', data: { ...data, ...(external_id ? { external_id } : {}) } }]
  }
  const present = activeOf(site, data.teamId)
  const isKnown = external_id === undefined || external_id === (present.external_id ?? null)
  const { siteId, teamId } = data
  return [
    ...update(site, { type: 'UpdateSite', ...data }),
    ...(isKnown ? [] : [{ type: 'SiteExternalIdSet', data: { siteId, teamId, external_id } } as const]),
  ]
}

const setThumbnail = (site: Site, { type: _, ...data }: CommandNamed<'SetSiteThumbnail'>): SiteEvent[] => {
  activeOf(site, data.teamId)
  return [{ type: 'SiteThumbnailSet', data }]
}

const removeThumbnail = (site: Site, { type: _, ...data }: CommandNamed<'RemoveSiteThumbnail'>): SiteEvent[] =>
  activeOf(site, data.teamId).hasThumbnail ? [{ type: 'SiteThumbnailRemoved', data }] : []

const remove = (site: Site, { type: _, ...data }: CommandNamed<'DeleteSite'>): SiteEvent[] => {
  activeOf(site, data.teamId)
  return [{ type: 'SiteDeleted', data }]
}

/** Only the trash entry of the deletion that removed the site restores it. */
const restore = (site: Site, { type: _, ...data }: CommandNamed<'RestoreSite'>): SiteEvent[] => {
  const isThere = site.status === 'deleted' && site.teamId === data.teamId && site.trashId === data.trashId
  if (!isThere) throw new RuleBroken('site-not-found')
  return [{ type: 'SiteRestored', data }]
}

/** Refuses to purge a site that is active or was deleted by another deletion. */
const purge = (site: Site, { type: _, ...data }: CommandNamed<'PurgeSite'>): SiteEvent[] => {
  if (site.status === 'purged') return []
  if (site.status !== 'deleted' || site.trashId !== data.trashId) throw new RuleBroken('site-not-found')
  return [{ type: 'SitePurged', data }]
}

const decide = (site: Site, command: SiteCommand): SiteEvent[] => {
  switch (command.type) {
    case 'AddSite':
      return add(site, command)
    case 'ImportSite':
      return importOne(site, command)
    case 'UpdateSite':
      return update(site, command)
    case 'SetSiteThumbnail':
      return setThumbnail(site, command)
    case 'RemoveSiteThumbnail':
      return removeThumbnail(site, command)
    case 'DeleteSite':
      return remove(site, command)
    case 'RestoreSite':
      return restore(site, command)
    case 'PurgeSite':
      return purge(site, command)
    default:
      command satisfies never
      return []
  }
}

export const siteDecider: Decider<Site, SiteCommand, SiteEvent> = { initialState, evolve, decide }
