import { z } from 'zod'
import { CommandId, TeamId, UserId } from './ids.ts'

/** The kind of credential or process that caused a change. */
export const ViaKind = z.enum([
  'registration',
  'session',
  'token',
  'personal-token',
  'oauth',
  'import',
  'share',
  'worker',
])
export type ViaKind = z.infer<typeof ViaKind>

/** The origin of a change: the kind of credential or process, and its id. */
export const Via = z.object({
  kind: ViaKind,
  id: z.string().nullable(),
})
export type Via = z.infer<typeof Via>

/** The metadata of every event: who, how, for which team, by which command. `at` is a UTC instant. */
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

/** The metadata of a command: who, how and for which team; each of its events carries it. */
export type CommandContext = Omit<EventMetadata, 'version'>

export type PayloadSchemas = Record<string, z.ZodObject>

/** The union of events that a table of payload schemas describes. */
export type EventOf<Schemas extends PayloadSchemas> = {
  [Type in keyof Schemas & string]: { type: Type; data: z.output<Schemas[Type]> }
}[keyof Schemas & string]

/** An event with its position in the log, a decimal string that only grows, and its revision in the stream. */
export type Recorded<Event> = Event & {
  id: string
  stream: string
  revision: bigint
  position: string
  metadata: EventMetadata
  /**
   * The text that the event refers to, read from the content store for the read models; it is not in the log (D-91).
   */
  attached?: string
}

/** A place in the log: the position of an event, and its id, since positions of two logs look alike (D-110). */
export type Place = { position: string; id: string }

/** Where the log holds an event. */
export type EventReference = Place & { type: string; stream: string }

/** An event that this version cannot read, and why (D-105). */
export type UnreadableEvent = EventReference & { reason: string }

/** Names an event in a sentence. */
export const describeEvent = ({ id, type, stream, position }: EventReference): string =>
  `${type} ${id} in ${stream}, position ${position}`

/** A text about a person, sealed in the log; null once the person is erased (D-90). */
export const personalText = z.string().nullable()
