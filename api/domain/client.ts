import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId, TeamId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

export type Client = { status: 'none' } | { status: 'active'; clientId: ClientId; teamId: TeamId }

export type ClientCommand = { type: 'AddClient'; clientId: ClientId; teamId: TeamId; name: string }

const initialState: Client = { status: 'none' }

const evolve = (client: Client, event: ClientEvent): Client => {
  switch (event.type) {
    case 'ClientAdded':
      return { status: 'active', clientId: event.data.clientId, teamId: event.data.teamId }
    default:
      event.type satisfies never
      return client
  }
}

const add = (client: Client, { clientId, teamId, name }: ClientCommand): ClientEvent[] => {
  if (client.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'ClientAdded', data: { clientId, teamId, name } }]
}

export const clientDecider: Decider<Client, ClientCommand, ClientEvent> = { initialState, evolve, decide: add }
