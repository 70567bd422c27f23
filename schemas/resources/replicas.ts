import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A process of the installation, as it announced itself in the last ten seconds. */
export const Replica = z.object({
  name: z.string(),
  role: z.enum(['api', 'workers']),
  version: z.string(),
  started_at: z.iso.datetime(),
  /** The position in the log of its slowest read model; null before the first event. */
  position: z.string().nullable(),
  /** Seconds since its read models held all of the log. */
  lag: z.int().min(0),
  /** The read models that it builds. */
  building: z.array(z.string()),
  /** The types of events that another replica may write in a form that this one does not read (D-105). */
  cannot_read: z.array(z.string()),
})
export type Replica = z.infer<typeof Replica>

export const listReplicas = endpoint('GET /api/kiosk/replicas', {
  summary: 'The processes of the installation: version, place in the log, and what they build',
  access: 'operator',
  cache: { whileBehind: true },
  response: z.array(Replica),
})
