import { type EventVersions, reads } from '#schemas/events/readable.ts'
import type { EventType } from '#schemas/events/registry.ts'
import { currentVersion } from '#schemas/events/upcasting.ts'
import type { Ledger } from './ledger.ts'

/** A process of the installation, and what it reads. */
export type EventReader = { name: string; events: EventVersions }

/** An event that not all replicas can read yet (D-105). Nothing was recorded, and the write may come again. */
export class AwaitsReplicas extends Error {
  override name = 'AwaitsReplicas'

  constructor(version: string, awaited: readonly EventReader[]) {
    const names = awaited.map(({ name }) => name).join(', ')
    super(`This needs all replicas on version ${version}; waiting for ${names}.`)
  }
}

/** Asks whether events of these types may be recorded. Throws AwaitsReplicas. */
export type RequireReaders = (types: readonly EventType[]) => void

/**
 * An event may be recorded once each of these processes reads its type in today's version.
 * @param version of the program, for the reader of a refusal
 */
export const requireReadersIn =
  (version: string, readers: () => readonly EventReader[]): RequireReaders =>
  (types) => {
    const awaited = readers().filter(({ events }) => types.some((type) => !reads(events, type, currentVersion(type))))
    if (awaited.length > 0) throw new AwaitsReplicas(version, awaited)
  }

/** A ledger that asks before it writes anything. */
export const waitingLedger = (ledger: Ledger, requireReaders: RequireReaders): Ledger => ({
  ...ledger,
  append: async (stream, expected, events) => {
    requireReaders(events.map(({ type }) => type))
    return ledger.append(stream, expected, events)
  },
})
