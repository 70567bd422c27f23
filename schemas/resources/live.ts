import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const liveResources = [
  'clients',
  'sites',
  'visits',
  'files',
  'documents',
  'categories',
  'notifications',
  'announcements',
] as const

/** One change that the caller may see; `type` is the event's name, `id` the changed resource's. */
export const LiveChange = z.object({
  type: z.string(),
  resource: z.enum(liveResources),
  id: z.string(),
  position: z.string(),
})
export type LiveChange = z.infer<typeof LiveChange>

/**
 * Server-sent events; each event's id is its position, so `Last-Event-ID` resumes. A first call may name the
 * `X-Position` of what it has read, so that nothing falls between the two.
 */
export const liveStream = endpoint({
  method: 'GET',
  path: '/api/stream',
  summary: 'Changes as they happen, as server-sent events',
  access: 'signed-in',
  byToken: true,
  atOnce: 50,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  response: 'content',
  status: 200,
})
