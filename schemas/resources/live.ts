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

export const liveStream = endpoint({
  method: 'GET',
  path: '/api/stream',
  summary: 'Changes as they happen, as server-sent events',
  about:
    "Each message's data is one change that the caller may see: load what it names anew. Its id is its position, so a " +
    'browser goes on by itself with `Last-Event-ID` after a line broke, and misses nothing. An `event: reset` says that ' +
    'too much was missed: load everything anew. The line ends after five minutes, and at once when the rights or the ' +
    'session of the caller change; come back then, as a browser does.',
  access: 'signed-in',
  byToken: true,
  atOnce: 50,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .meta({ description: 'The `X-Position` of what was read before, so that nothing falls between the two.' }),
  }),
  response: 'content',
  content: { types: ['text/event-stream'], each: LiveChange },
  status: 200,
})
