import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ClientId, TeamId } from '../ids.ts'

export const clientEvents = {
  ClientAdded: z.object({ clientId: ClientId, teamId: TeamId, name: z.string() }),
}

export type ClientEvent = EventOf<typeof clientEvents>
