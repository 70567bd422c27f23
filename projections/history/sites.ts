import type { SiteEvent } from '#schemas/events/site.ts'
import { changesIn, type Known, type LinesOf, nameless } from './line.ts'
import { count, told } from './told.ts'
import { fateOf } from './trash.ts'

const resource = 'sites'

type Data = { siteId: string; teamId: SiteEvent['data']['teamId'] }
const about = ({ siteId: id, teamId }: Data) => ({ resource, id, teamId }) as const

const nameOf = (known: Known, id: string) => known.record(resource, id)?.name ?? nameless
const clientName = (known: Known, id: string | null | undefined) =>
  (id && known.record('clients', id)?.name) || nameless
const postcodeOf = (known: Known, id: string) => known.record(resource, id)?.facts.postcode as string | null | undefined

export const siteLines: LinesOf<SiteEvent> = {
  SiteAdded: ({ data }, known) => {
    const client = clientName(known, data.clientId)
    return {
      ...about(data),
      summary: told`Added the site ${data.name} to the client ${client}`,
      several: told`Added ${count} sites`,
      changes: changesIn({
        name: [null, data.name],
        postcode: [null, data.postcode],
        client: [null, client],
        external_id: [null, data.externalId ?? null],
      }),
      now: {
        name: data.name,
        clientId: data.clientId,
        siteId: data.siteId,
        facts: { postcode: data.postcode, externalId: data.externalId ?? null },
      },
    }
  },
  SiteExternalIdSet: ({ data }, known) => {
    const facts = known.record(resource, data.siteId)?.facts
    return {
      ...about(data),
      summary: told`Changed the external id of the site ${nameOf(known, data.siteId)}`,
      several: told`Changed the external ids of ${count} sites`,
      changes: changesIn({ external_id: [facts?.externalId as string | null | undefined, data.externalId] }),
      now: { facts: { externalId: data.externalId } },
    }
  },
  SiteUpdated: ({ data }, known) => {
    const [name, postcode] = [nameOf(known, data.siteId), postcodeOf(known, data.siteId)]
    return {
      ...about(data),
      summary:
        name === data.name
          ? told`Changed the postcode of the site ${name}`
          : told`Renamed the site ${name} to ${data.name}`,
      several: told`Changed ${count} sites`,
      changes: changesIn({ name: [name, data.name], postcode: [postcode, data.postcode] }),
      now: { name: data.name, facts: { postcode: data.postcode } },
    }
  },
  SiteMoved: ({ data }, known) => {
    const [from, to] = [known.record(resource, data.siteId)?.clientId, data.clientId]
    const [left, reached] = [clientName(known, from), clientName(known, to)]
    return {
      ...about(data),
      summary: told`Moved the site ${nameOf(known, data.siteId)} from ${left} to ${reached}`,
      several: told`Moved ${count} sites`,
      changes: [{ field: 'client', from: left, to: reached }],
      now: { clientId: to },
    }
  },
  SiteThumbnailSet: ({ data }, known) => ({
    ...about(data),
    summary: told`Gave the site ${nameOf(known, data.siteId)} a new thumbnail`,
  }),
  SiteThumbnailRemoved: ({ data }, known) => ({
    ...about(data),
    summary: told`Removed the thumbnail of the site ${nameOf(known, data.siteId)}`,
  }),
  SiteDeleted: ({ data }, known) => fateOf('deleted', resource, about(data), known),
  SiteRestored: ({ data }, known) => fateOf('restored', resource, about(data), known),
  SitePurged: ({ data }, known) => fateOf('purged', resource, about(data), known),
}
