import { type EventType, payloadSchemas } from '#schemas/events/registry.ts'
import { currentVersion } from '#schemas/events/upcasting.ts'
import type { Replica } from '#schemas/resources/replicas.ts'
import type { Member } from './replicas.ts'

type Self = Pick<Replica, 'role' | 'version'> & {
  /** The position that all its read models hold. */
  position: () => string | null
  holds: (position: string | null) => boolean
  /** The names of the read models that it builds. */
  building: () => string[]
  /** The present end of the log. */
  lastPosition: () => Promise<string | null>
}

/** Describes a process to the others, each time as it is by then; it is behind when it does not hold the end of the time before. */
export const describing = ({
  role,
  version,
  position,
  holds,
  building,
  lastPosition,
}: Self): Member['describeSelf'] => {
  const startedAt = new Date()
  // The versions of the events that this program reads and writes.
  const types = Object.keys(payloadSchemas) as EventType[]
  const events = Object.fromEntries(types.map((type) => [type, currentVersion(type)]))
  let end: string | null = null
  let heldAt = startedAt.getTime()
  return async () => {
    if (holds(end)) heldAt = Date.now()
    const lag = Math.round((Date.now() - heldAt) / 1000)
    // An event store that does not answer may have moved on.
    end = await lastPosition().catch(() => end)
    return {
      role,
      version,
      started_at: startedAt.toISOString(),
      position: position(),
      lag,
      building: building(),
      events,
    }
  }
}
