import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId, TeamId, TrashId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Own = {
  clientId: ClientId
  teamId: TeamId
  name: string
  hasThumbnail: boolean
  externalId?: string | null | undefined
}

/** A deleted client keeps what it needs to be restored (D-10). */
export type Client =
  | { status: 'none' }
  | ({ status: 'active' } & Own)
  | ({ status: 'deleted'; trashId: TrashId } & Own)
  | { status: 'purged'; trashId: TrashId }

type DataOf<Type extends ClientEvent['type']> = Extract<ClientEvent, { type: Type }>['data']

export type ClientCommand =
  | ({ type: 'AddClient' } & DataOf<'ClientAdded'>)
  /** Adds it, or makes it what a row says; undefined leaves the external id as it is. */
  | { type: 'ImportClient'; clientId: ClientId; teamId: TeamId; name: string; externalId?: string | null | undefined }
  | ({ type: 'RenameClient' } & DataOf<'ClientRenamed'>)
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
      return changed(client, { name: event.data.name })
    case 'ClientExternalIdSet':
      return changed(client, { externalId: event.data.externalId })
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

/** What is deleted, or another team's, is not there. */
const activeOf = (client: Client, teamId: TeamId) => {
  if (client.status !== 'active' || client.teamId !== teamId) throw new RuleBroken('client-not-found')
  return client
}

const add = (client: Client, { type: _, ...data }: CommandNamed<'AddClient'>): ClientEvent[] => {
  if (client.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'ClientAdded', data }]
}

const rename = (client: Client, { type: _, ...data }: CommandNamed<'RenameClient'>): ClientEvent[] =>
  activeOf(client, data.teamId).name === data.name ? [] : [{ type: 'ClientRenamed', data }]

const importOne = (client: Client, { type: _, ...row }: CommandNamed<'ImportClient'>): ClientEvent[] => {
  const { externalId, ...data } = row
  if (client.status === 'none') {
    return [{ type: 'ClientAdded', data: { ...data, ...(externalId ? { externalId } : {}) } }]
  }
  const present = activeOf(client, data.teamId)
  const isKnown = externalId === undefined || externalId === (present.externalId ?? null)
  const { clientId, teamId } = data
  return [
    ...rename(client, { type: 'RenameClient', ...data }),
    ...(isKnown ? [] : [{ type: 'ClientExternalIdSet', data: { clientId, teamId, externalId } } as const]),
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

/** Only the entry of the trash that the client lies in brings it back. */
const restore = (client: Client, { type: _, ...data }: CommandNamed<'RestoreClient'>): ClientEvent[] => {
  const isThere = client.status === 'deleted' && client.teamId === data.teamId && client.trashId === data.trashId
  if (!isThere) throw new RuleBroken('client-not-found')
  return [{ type: 'ClientRestored', data }]
}

/** A client that lives, or lies in the trash by another deletion, is never purged. */
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
    case 'RenameClient':
      return rename(client, command)
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
