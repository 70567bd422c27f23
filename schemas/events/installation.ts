import { z } from 'zod'
import type { EventOf } from '../event.ts'

export const installationEvents = {
  /** Recorded at the first start on a log: a digest that identifies the master key and reveals nothing about it (D-104). */
  MasterKeyRecorded: z.object({ fingerprint: z.string() }),
}

export type InstallationEvent = EventOf<typeof installationEvents>
