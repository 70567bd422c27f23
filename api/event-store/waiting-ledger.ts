import { type EventVersions, reads } from '#schemas/events/readable.ts'
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

/**
 * A ledger that writes no event of a type or version that one of these processes does not read.
 * @param version of the program, for the reader of a refusal
 * @throws {AwaitsReplicas} by `append`, before anything is written
 */
export const waitingLedger = (ledger: Ledger, version: string, readers: () => readonly EventReader[]): Ledger => ({
  ...ledger,
  append: async (stream, expected, events) => {
    const awaited = readers().filter((reader) =>
      events.some(({ type }) => !reads(reader.events, type, currentVersion(type))),
    )
    if (awaited.length > 0) throw new AwaitsReplicas(version, awaited)
    return ledger.append(stream, expected, events)
  },
})
