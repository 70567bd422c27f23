import { type ClientDetails, clientDetails } from '#schemas/details/client.ts'
import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId, TeamId, TrashId } from '#schemas/ids.ts'
import { changedDetails, type Decider, decideBy, evolveBy, withDetails } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Named = { clientId: ClientId; teamId: TeamId }
type ExternalId = { external_id?: string | null | undefined }
type Own = Named & ExternalId & ClientDetails & { hasThumbnail: boolean }

/** A deleted client keeps what it needs to be restored (D-10). */
export type Client =
  | { status: 'none' }
  | ({ status: 'active' } & Own)
  | ({ status: 'deleted'; trashId: TrashId } & Own)
  | { status: 'purged'; trashId: TrashId }

type DataOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>['data']

export type ClientCommand =
  | ({ type: 'AddClient' } & DataOf<'ClientAdded'>)
  /** Adds the client, or updates it to match the row; undefined leaves the external id unchanged. */
  | ({ type: 'ImportClient' } & Named & ExternalId & ClientDetails)
  | ({ type: 'ChangeClient' } & Named & Partial<ClientDetails>)
  | ({ type: 'SetClientThumbnail' } & DataOf<'ClientThumbnailSet'>)
  | ({ type: 'RemoveClientThumbnail' } & DataOf<'ClientThumbnailRemoved'>)
  | ({ type: 'DeleteClient' } & DataOf<'ClientDeleted'>)
  | ({ type: 'RestoreClient' } & DataOf<'ClientRestored'>)
  | ({ type: 'PurgeClient' } & DataOf<'ClientPurged'>)
type CommandNamed<Type extends ClientCommand['type']> = Extract<ClientCommand, { type: Type }>

const initialState: Client = { status: 'none' }

const changed = (client: Client, change: Partial<Own>): Client =>
  client.status === 'active' ? { ...client, ...change } : client

const evolve = evolveBy<Client, ClientEvent>({
  ClientAdded: (_state, data) => ({ status: 'active', ...data, hasThumbnail: false }),
  ClientRenamed: (client, data) => (client.status === 'active' ? withDetails(client, data) : client),
  ClientExternalIdSet: (client, data) => changed(client, { external_id: data.external_id }),
  ClientThumbnailSet: (client) => changed(client, { hasThumbnail: true }),
  ClientThumbnailRemoved: (client) => changed(client, { hasThumbnail: false }),
  ClientDeleted: (client, data) =>
    client.status === 'active' ? { ...client, status: 'deleted', trashId: data.trashId } : client,
  ClientRestored: (client) => {
    if (client.status !== 'deleted') return client
    const { trashId: _, ...own } = client
    return { ...own, status: 'active' }
  },
  ClientPurged: (_client, data) => ({ status: 'purged', trashId: data.trashId }),
})

/** A client that is deleted or belongs to another team counts as not found. */
const activeOf = (client: Client, teamId: TeamId) => {
  if (client.status !== 'active' || client.teamId !== teamId) throw new RuleBroken('client-not-found')
  return client
}

const change = (client: Client, command: CommandNamed<'ChangeClient'>): ClientEvent[] => {
  const { clientId, teamId } = command
  const details = changedDetails<ClientDetails>(clientDetails, activeOf(client, teamId), command)
  return details ? [{ type: 'ClientRenamed', data: { clientId, teamId, ...details } }] : []
}

const decide = decideBy<Client, ClientCommand, ClientEvent>({
  AddClient: (client, { type: _, ...data }) => {
    if (client.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'ClientAdded', data }]
  },
  ImportClient: (client, { type: _, ...row }) => {
    const { external_id, ...data } = row
    if (client.status === 'none') {
      return [{ type: 'ClientAdded', data: { ...data, ...(external_id ? { external_id } : {}) } }]
    }
    const present = activeOf(client, data.teamId)
    const isKnown = external_id === undefined || external_id === (present.external_id ?? null)
    const { clientId, teamId } = data
    return [
      ...change(client, { type: 'ChangeClient', ...data }),
      ...(isKnown ? [] : [{ type: 'ClientExternalIdSet', data: { clientId, teamId, external_id } } as const]),
    ]
  },
  ChangeClient: change,
  SetClientThumbnail: (client, { type: _, ...data }) => {
    activeOf(client, data.teamId)
    return [{ type: 'ClientThumbnailSet', data }]
  },
  RemoveClientThumbnail: (client, { type: _, ...data }) =>
    activeOf(client, data.teamId).hasThumbnail ? [{ type: 'ClientThumbnailRemoved', data }] : [],
  DeleteClient: (client, { type: _, ...data }) => {
    activeOf(client, data.teamId)
    return [{ type: 'ClientDeleted', data }]
  },
  /** Only the trash entry of the deletion that removed the client restores it. */
  RestoreClient: (client, { type: _, ...data }) => {
    const isThere = client.status === 'deleted' && client.teamId === data.teamId && client.trashId === data.trashId
    if (!isThere) throw new RuleBroken('client-not-found')
    return [{ type: 'ClientRestored', data }]
  },
  /** Refuses to purge a client that is active or was deleted by another deletion. */
  PurgeClient: (client, { type: _, ...data }) => {
    if (client.status === 'purged') return []
    if (client.status !== 'deleted' || client.trashId !== data.trashId) throw new RuleBroken('client-not-found')
    return [{ type: 'ClientPurged', data }]
  },
})

export const clientDecider: Decider<Client, ClientCommand, ClientEvent> = { initialState, evolve, decide }
