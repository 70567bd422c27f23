import type { ClientEvent } from '#schemas/events/client.ts'
import { changesIn, type Known, type LinesOf, nameless } from './line.ts'
import { count, told } from './told.ts'
import { fateOf } from './trash.ts'

const resource = 'clients'

type Data = { clientId: string; teamId: ClientEvent['data']['teamId'] }
const about = ({ clientId: id, teamId }: Data) => ({ resource, id, teamId }) as const

const nameOf = (known: Known, id: string) => known.record(resource, id)?.name ?? nameless

const externalIdOf = (known: Known, id: string) =>
  known.record(resource, id)?.facts.externalId as string | null | undefined

export const clientLines: LinesOf<ClientEvent> = {
  ClientAdded: ({ data }) => ({
    ...about(data),
    summary: told`Added the client ${data.name}`,
    several: told`Added ${count} clients`,
    changes: changesIn({ name: [null, data.name], external_id: [null, data.externalId ?? null] }),
    now: { name: data.name, clientId: data.clientId, facts: { externalId: data.externalId ?? null } },
  }),
  ClientExternalIdSet: ({ data }, known) => ({
    ...about(data),
    summary: told`Changed the external id of the client ${nameOf(known, data.clientId)}`,
    several: told`Changed the external ids of ${count} clients`,
    changes: changesIn({ external_id: [externalIdOf(known, data.clientId), data.externalId] }),
    now: { facts: { externalId: data.externalId } },
  }),
  ClientRenamed: ({ data }, known) => ({
    ...about(data),
    summary: told`Renamed the client ${nameOf(known, data.clientId)} to ${data.name}`,
    several: told`Renamed ${count} clients`,
    changes: changesIn({ name: [nameOf(known, data.clientId), data.name] }),
    now: { name: data.name },
  }),
  ClientThumbnailSet: ({ data }, known) => ({
    ...about(data),
    summary: told`Gave the client ${nameOf(known, data.clientId)} a new thumbnail`,
  }),
  ClientThumbnailRemoved: ({ data }, known) => ({
    ...about(data),
    summary: told`Removed the thumbnail of the client ${nameOf(known, data.clientId)}`,
  }),
  ClientDeleted: ({ data }, known) => fateOf('deleted', resource, about(data), known),
  ClientRestored: ({ data }, known) => fateOf('restored', resource, about(data), known),
  ClientPurged: ({ data }, known) => fateOf('purged', resource, about(data), known),
}
