import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const health = endpoint('GET /health', {
  cache: { whileBehind: true },
  summary: 'Whether the process lives',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
})

/** 503 until every read model has caught up, and while one stands still; the message names it. */
export const ready = endpoint('GET /ready', {
  cache: { whileBehind: true },
  summary: 'Whether every read model has caught up with the log',
  access: 'public',
  response: z.object({ status: z.literal('ready'), position: z.string() }),
})

export const apiDocs = endpoint('GET /api/docs', {
  cache: { whileBehind: true },
  summary: 'This description, for people to read',
  access: 'public',
  response: 'content',
  transport: { content: { types: ['text/html'] } },
})

export const openApi = endpoint('GET /api/openapi.json', {
  cache: { whileBehind: true },
  summary: 'This description',
  access: 'public',
  response: z.looseObject({}),
})
