import { type ClientDetails, clientDetails } from '#schemas/details/client.ts'
import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId, TeamId, TrashId } from '#schemas/ids.ts'
import { changedDetails } from './changed-details.ts'
import type { Decider } from './decider.ts'
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

const evolve = (client: Client, event: ClientEvent): Client => {
  switch (event.type) {
    case 'ClientAdded':
      return { status: 'active', ...event.data, hasThumbnail: false }
    case 'ClientRenamed':
      return changed(client, event.data)
    case 'ClientExternalIdSet':
      return changed(client, { external_id: event.data.external_id })
    case 'ClientThumbnailSet':
      return changed(client, { hasThumbnail: true })
    case 'ClientThumbnailRemoved':
      return changed(client, { hasThumbnail: false })
    case 'ClientDeleted':
      return client.status === 'active' ? { ...client, status: 'deleted', trashId: event.data.trashId } : client
    case 'ClientRestored': {
      if (client.status !== 'deleted') return client
      const { trashId: _, ...own } = client
      return { ...own, status: 'active' }
    }
    case 'ClientPurged':
      return { status: 'purged', trashId: event.data.trashId }
    default:
      event satisfies never
      return client
  }
}

/** A client that is deleted or belongs to another team counts as not found. */
const activeOf = (client: Client, teamId: TeamId) => {
  if (client.status !== 'active' || client.teamId !== teamId) throw new RuleBroken('client-not-found')
  return client
}

const add = (client: Client, { type: _, ...data }: CommandNamed<'AddClient'>): ClientEvent[] => {
  if (client.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'ClientAdded', data }]
}

const change = (client: Client, command: CommandNamed<'ChangeClient'>): ClientEvent[] => {
  const { clientId, teamId } = command
  const details = changedDetails<ClientDetails>(clientDetails, activeOf(client, teamId), command)
  return details ? [{ type: 'ClientRenamed', data: { clientId, teamId, ...details } }] : []
}

const importOne = (client: Client, { type: _, ...row }: CommandNamed<'ImportClient'>): ClientEvent[] => {
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
}

const setThumbnail = (client: Client, { type: _, ...data }: CommandNamed<'SetClientThumbnail'>): ClientEvent[] => {
  activeOf(client, data.teamId)
  return [{ type: 'ClientThumbnailSet', data }]
}

const removeThumbnail = (client: Client, { type: _, ...data }: CommandNamed<'RemoveClientThumbnail'>): ClientEvent[] =>
  activeOf(client, data.teamId).hasThumbnail ? [{ type: 'ClientThumbnailRemoved', data }] : []

const remove = (client: Client, { type: _, ...data }: CommandNamed<'DeleteClient'>): ClientEvent[] => {
  activeOf(client, data.teamId)
  return [{ type: 'ClientDeleted', data }]
}

/** Only the trash entry of the deletion that removed the client restores it. */
const restore = (client: Client, { type: _, ...data }: CommandNamed<'RestoreClient'>): ClientEvent[] => {
  const isThere = client.status === 'deleted' && client.teamId === data.teamId && client.trashId === data.trashId
  if (!isThere) throw new RuleBroken('client-not-found')
  return [{ type: 'ClientRestored', data }]
}

/** Refuses to purge a client that is active or was deleted by another deletion. */
const purge = (client: Client, { type: _, ...data }: CommandNamed<'PurgeClient'>): ClientEvent[] => {
  if (client.status === 'purged') return []
  if (client.status !== 'deleted' || client.trashId !== data.trashId) throw new RuleBroken('client-not-found')
  return [{ type: 'ClientPurged', data }]
}

const decide = (client: Client, command: ClientCommand): ClientEvent[] => {
  switch (command.type) {
    case 'AddClient':
      return add(client, command)
    case 'ImportClient':
      return importOne(client, command)
    case 'ChangeClient':
      return change(client, command)
    case 'SetClientThumbnail':
      return setThumbnail(client, command)
    case 'RemoveClientThumbnail':
      return removeThumbnail(client, command)
    case 'DeleteClient':
      return remove(client, command)
    case 'RestoreClient':
      return restore(client, command)
    case 'PurgeClient':
      return purge(client, command)
    default:
      command satisfies never
      return []
  }
}

export const clientDecider: Decider<Client, ClientCommand, ClientEvent> = { initialState, evolve, decide }
