import { type SiteDetails, siteDetails } from '#schemas/details/site.ts'
import type { SiteEvent } from '#schemas/events/site.ts'
import type { BulkId, CategoryId, ClientId, SiteId, TeamId, TrashId } from '#schemas/ids.ts'
import type { OwnValues } from '#schemas/records/field-kinds.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { changedDetails, type Decider, decideBy, evolveBy, withDetails } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Named = { siteId: SiteId; teamId: TeamId; clientId: ClientId }
type ExternalId = { external_id?: string | null | undefined }
type Exemption = { reason: string; until: CalendarDate | null }
type Own = Named &
  ExternalId &
  SiteDetails & {
    hasThumbnail: boolean
    exemptions: Readonly<Record<CategoryId, Exemption>>
    /** The bulk change that can be undone, with the values that it replaced; null after a change by hand. */
    lastBulk: { bulkId: BulkId; before: OwnValues } | null
  }

/**
 * A deleted site keeps what it needs to be restored (D-10). Its client's own stream says whether the client is active.
 */
export type Site =
  | { status: 'none' }
  | ({ status: 'active' } & Own)
  | ({ status: 'deleted'; trashId: TrashId } & Own)
  | { status: 'purged'; trashId: TrashId }

type DataOf<Type extends SiteEvent['type']> = Extract<SiteEvent, { type: Type }>['data']

type SiteCommand =
  | ({ type: 'AddSite'; exemption?: (Exemption & { categoryId: CategoryId }) | null } & DataOf<'SiteAdded'>)
  /** Adds the site, or updates it to match the row; undefined leaves the external id unchanged. */
  | ({ type: 'ImportSite' } & Named & ExternalId & SiteDetails)
  /** A different client moves the site (D-76). */
  | ({ type: 'UpdateSite' } & Named & Partial<SiteDetails>)
  | { type: 'ChangeSiteInBulk'; siteId: SiteId; teamId: TeamId; bulkId: BulkId; fields: OwnValues }
  | { type: 'UndoBulk'; siteId: SiteId; teamId: TeamId; bulkId: BulkId }
  | ({ type: 'SetSiteThumbnail' } & DataOf<'SiteThumbnailSet'>)
  | ({ type: 'RemoveSiteThumbnail' } & DataOf<'SiteThumbnailRemoved'>)
  | ({ type: 'DeleteSite' } & DataOf<'SiteDeleted'>)
  | ({ type: 'RestoreSite' } & DataOf<'SiteRestored'>)
  | ({ type: 'PurgeSite' } & DataOf<'SitePurged'>)
  | ({ type: 'ExemptSite' } & DataOf<'SiteExempted'>)
  | ({ type: 'EndSiteExemption' } & DataOf<'SiteExemptionEnded'>)
type CommandNamed<Type extends SiteCommand['type']> = Extract<SiteCommand, { type: Type }>

const initialState: Site = { status: 'none' }

const changed = (site: Site, change: Partial<Own>): Site => (site.status === 'active' ? { ...site, ...change } : site)

const exemptionsOf = (site: Site): Own['exemptions'] => (site.status === 'active' ? site.exemptions : {})

/** What a bulk change can be undone to: the values that its event replaces. */
const replacedIn = ({ fields }: Own, { bulkId, fields: given }: DataOf<'SiteUpdated'>): Own['lastBulk'] => {
  if (!bulkId) return null
  return { bulkId, before: Object.fromEntries(Object.keys(given).map((id) => [id, fields[id] ?? null])) }
}

const evolve = evolveBy<Site, SiteEvent>({
  SiteAdded: (_state, data) => ({ status: 'active', ...data, hasThumbnail: false, exemptions: {}, lastBulk: null }),
  SiteUpdated: (site, data) =>
    site.status === 'active' ? { ...withDetails(site, data), lastBulk: replacedIn(site, data) } : site,
  SiteMoved: (site, data) => changed(site, { clientId: data.clientId }),
  SiteExternalIdSet: (site, data) => changed(site, { external_id: data.external_id }),
  SiteThumbnailSet: (site) => changed(site, { hasThumbnail: true }),
  SiteThumbnailRemoved: (site) => changed(site, { hasThumbnail: false }),
  SiteDeleted: (site, data) =>
    site.status === 'active' ? { ...site, status: 'deleted', trashId: data.trashId } : site,
  SiteRestored: (site) => {
    if (site.status !== 'deleted') return site
    const { trashId: _, ...own } = site
    return { ...own, status: 'active' }
  },
  SitePurged: (_site, data) => ({ status: 'purged', trashId: data.trashId }),
  SiteExempted: (site, { categoryId, reason, until }) =>
    changed(site, { exemptions: { ...exemptionsOf(site), [categoryId]: { reason, until } } }),
  SiteExemptionEnded: (site, { categoryId }) => {
    const { [categoryId]: _, ...others } = exemptionsOf(site)
    return changed(site, { exemptions: others })
  },
})

/** A site that is deleted or belongs to another team counts as not found. */
const activeOf = (site: Site, teamId: TeamId) => {
  if (site.status !== 'active' || site.teamId !== teamId) throw new RuleBroken('site-not-found')
  return site
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

/** Changes values of own fields alone. */
const changeValues = (
  site: Site,
  siteId: SiteId,
  teamId: TeamId,
  fields: OwnValues,
): DataOf<'SiteUpdated'> | undefined => {
  const details = changedDetails<SiteDetails>(siteDetails, activeOf(site, teamId), { fields })
  return details && { siteId, teamId, ...details }
}

const decide = decideBy<Site, SiteCommand, SiteEvent>({
  AddSite: (site, { type: _, exemption, ...data }) => {
    if (site.status !== 'none') throw new RuleBroken('id-taken')
    const { siteId, teamId } = data
    const added = { type: 'SiteAdded', data } as const
    return exemption ? [added, { type: 'SiteExempted', data: { siteId, teamId, ...exemption } }] : [added]
  },
  ImportSite: (site, { type: _, ...row }) => {
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
  },
  UpdateSite: update,
  ChangeSiteInBulk: (site, { siteId, teamId, bulkId, fields }) => {
    const data = changeValues(site, siteId, teamId, fields)
    return data ? [{ type: 'SiteUpdated', data: { ...data, bulkId } }] : []
  },
  /** Undoes a bulk change of this site. Throws 'site-changed-since' if somebody has changed its details since. */
  UndoBulk: (site, { siteId, teamId, bulkId }) => {
    const { lastBulk } = activeOf(site, teamId)
    if (lastBulk?.bulkId !== bulkId) throw new RuleBroken('site-changed-since')
    const data = changeValues(site, siteId, teamId, lastBulk.before)
    return data ? [{ type: 'SiteUpdated', data }] : []
  },
  SetSiteThumbnail: (site, { type: _, ...data }) => {
    activeOf(site, data.teamId)
    return [{ type: 'SiteThumbnailSet', data }]
  },
  RemoveSiteThumbnail: (site, { type: _, ...data }) =>
    activeOf(site, data.teamId).hasThumbnail ? [{ type: 'SiteThumbnailRemoved', data }] : [],
  DeleteSite: (site, { type: _, ...data }) => {
    activeOf(site, data.teamId)
    return [{ type: 'SiteDeleted', data }]
  },
  /** Only the trash entry of the deletion that removed the site restores it. */
  RestoreSite: (site, { type: _, ...data }) => {
    const isThere = site.status === 'deleted' && site.teamId === data.teamId && site.trashId === data.trashId
    if (!isThere) throw new RuleBroken('site-not-found')
    return [{ type: 'SiteRestored', data }]
  },
  /** Refuses to purge a site that is active or was deleted by another deletion. */
  PurgeSite: (site, { type: _, ...data }) => {
    if (site.status === 'purged') return []
    if (site.status !== 'deleted' || site.trashId !== data.trashId) throw new RuleBroken('site-not-found')
    return [{ type: 'SitePurged', data }]
  },
  ExemptSite: (site, { type: _, ...data }) => {
    const present = activeOf(site, data.teamId).exemptions[data.categoryId]
    const isSame = present?.reason === data.reason && present.until === data.until
    return isSame ? [] : [{ type: 'SiteExempted', data }]
  },
  EndSiteExemption: (site, { type: _, ...data }) =>
    activeOf(site, data.teamId).exemptions[data.categoryId] ? [{ type: 'SiteExemptionEnded', data }] : [],
})

export const siteDecider: Decider<Site, SiteCommand, SiteEvent> = { initialState, evolve, decide }
