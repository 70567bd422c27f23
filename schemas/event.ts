import { z } from 'zod'
import { CommandId, TeamId, UserId } from './ids.ts'

/** Which kind of credential or process a change came in by. */
export const ViaKind = z.enum(['registration', 'session', 'token', 'import', 'worker'])

/** How a change came in: which kind of credential or process, and its id. */
export const Via = z.object({
  kind: ViaKind,
  id: z.string().nullable(),
})
export type Via = z.infer<typeof Via>

/** What stands beside every event: who, how, for which team, by which command. `at` is a UTC instant. */
export const EventMetadata = z.object({
  at: z.iso.datetime(),
  actor: UserId.nullable(),
  impersonator: UserId.nullable(),
  via: Via,
  teamId: TeamId.nullable(),
  commandId: CommandId,
  correlationId: z.string(),
  causationId: z.string().nullable(),
  requestId: z.string().nullable(),
  /** Version of the payload's schema, for upcasting. */
  version: z.int().min(1),
})
export type EventMetadata = z.infer<typeof EventMetadata>

/** Who orders what on which way; stands beside every event that the command causes. */
export type CommandContext = Omit<EventMetadata, 'version'>

export type PayloadSchemas = Record<string, z.ZodObject>

/** The union of events that a table of payload schemas describes. */
export type EventOf<Schemas extends PayloadSchemas> = {
  [Type in keyof Schemas & string]: { type: Type; data: z.output<Schemas[Type]> }
}[keyof Schemas & string]

/** Where an event stands: `position` is its place in the whole log, a decimal string that only grows. */
export type Recorded<Event> = Event & {
  id: string
  stream: string
  revision: bigint
  position: string
  metadata: EventMetadata
  /** The text that the event speaks of, read from the content store for the read models; never in the log (D-91). */
  attached?: string
}

/** A text about a person, sealed in the log; null once the person is erased (D-90). */
export const personalText = z.string().nullable()
