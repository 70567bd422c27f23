import { z } from 'zod'
import type { EventOf } from '../event.ts'

export const installationEvents = {
  /** The first that the product records in a log: what tells this log from others, and who founded it (D-110). */
  LogFounded: z.object({ id: z.uuid(), version: z.string() }),
  /** Recorded at the first start on a log: a digest that identifies the master key and reveals nothing about it (D-104). */
  MasterKeyRecorded: z.object({ fingerprint: z.string() }),
}

export type InstallationEvent = EventOf<typeof installationEvents>
