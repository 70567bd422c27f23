import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { namedCategories } from '#api/domain/manifest-categories.ts'
import type { ManifestLookup } from '#api/domain/manifest-decisions.ts'
import { load } from '#api/event-store/handle-command.ts'
import { categoryTreeStream } from '#api/event-store/streams.ts'
import type { KnownRecord } from '#projections/imports/queries.ts'
import type { ContentHash, SiteId, TeamId } from '#schemas/ids.ts'
import { heicTypes, typeOfExtension } from '#schemas/limits/upload-rules.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { askedOnce } from './ids.ts'
import type { FilesTools } from './tools.ts'

const isPhoto = (path: string): boolean => heicTypes.some((type) => type === typeOfExtension(extensionOf(path)))

/** Looks up a team's records for a manifest. */
export const manifestLookup = async (
  { ledger, imports, records }: FilesTools,
  teamId: TeamId,
): Promise<ManifestLookup> => {
  const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
  const clients = askedOnce<ReturnType<ManifestLookup['clients']>>()
  const sites = askedOnce<ReturnType<ManifestLookup['sites']>>()
  const visits = askedOnce<ReturnType<ManifestLookup['visits']>>()

  const found = (kind: 'clients' | 'sites', text: string, named: () => KnownRecord[]): KnownRecord[] => {
    const own = imports.record(teamId, kind, text.toLowerCase()) ?? imports.byExternalId(teamId, kind, text)
    return own ? [own] : named()
  }
  const asSite = ({ clientId, ...site }: KnownRecord) => {
    const client = imports.record(teamId, 'clients', clientId ?? '')?.name ?? ''
    return { ...site, clientId: clientId ?? '', client, where: site.postcode ? `${client}, ${site.postcode}` : client }
  }

  return {
    clients: (text) =>
      clients(text, () =>
        found('clients', text, () => imports.byName(teamId, 'clients', text)).map((client) => ({
          ...client,
          where: client.external_id ?? client.id,
        })),
      ),
    sites: (text, clientId) =>
      sites(`${clientId ?? ''}/${text}`, () =>
        found('sites', text, () => imports.byName(teamId, 'sites', text, clientId ?? undefined)).map(asSite),
      ),
    siteOfExternalId: (external_id) => {
      const [known] = sites(`external/${external_id}`, () => {
        const site = imports.byExternalId(teamId, 'sites', external_id)
        return site ? [asSite(site)] : []
      })
      return known
    },
    visits: (siteId) =>
      visits(siteId, () =>
        records.visits.ofSite(siteId as SiteId).map(({ id, name, started_at }) => {
          return { id, name, where: showDate(started_at as CalendarDate) }
        }),
      ),
    categories: namedCategories(roots),
    fileWith: (siteId, { path, sha256 }) =>
      records.files.withContent(siteId as SiteId, sha256 as ContentHash, isPhoto(path)),
  }
}
