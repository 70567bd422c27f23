import { z } from 'zod'
import { resources } from '#schemas/nouns.ts'
import { endpoint } from '../endpoint.ts'

/** One change that the caller may see; `type` is the event's name, `id` the changed resource's. */
export const LiveChange = z.object({
  type: z.string(),
  resource: z.enum([...resources, 'notifications', 'announcements', 'billing', 'saved_views', 'fields']),
  id: z.string(),
  position: z.string(),
})
export type LiveChange = z.infer<typeof LiveChange>

export const liveStream = endpoint('GET /api/stream', {
  summary: 'Changes as they happen, as server-sent events',
  about:
    'The data of each message is one change that the caller may see: reload the resource that it names. The message id ' +
    'is the position of the change, so after an interruption a browser resumes with `Last-Event-ID` and misses nothing. ' +
    'An `event: reset` means that too much was missed: reload everything. The connection is closed after five minutes, ' +
    'and as soon as the rights or the session of the caller change; reconnect then, as a browser does.',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .meta({ description: 'The `X-Position` of an earlier read, so that no change in between is missed.' }),
  }),
  response: 'content',
  transport: { content: { types: ['text/event-stream'], each: LiveChange } },
})
