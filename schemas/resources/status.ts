import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const health = endpoint({
  cache: { whileBehind: true },
  method: 'GET',
  path: '/health',
  summary: 'Whether the process lives',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
})

/** 503 until every read model has caught up, and while one stands still; the message names it. */
export const ready = endpoint({
  cache: { whileBehind: true },
  method: 'GET',
  path: '/ready',
  summary: 'Whether every read model has caught up with the log',
  access: 'public',
  response: z.object({ status: z.literal('ready'), position: z.string() }),
})

export const apiDocs = endpoint({
  cache: { whileBehind: true },
  method: 'GET',
  path: '/api/docs',
  summary: 'This description, for people to read',
  access: 'public',
  response: 'content',
  transport: { content: { types: ['text/html'] } },
})

export const openApi = endpoint({
  cache: { whileBehind: true },
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This description',
  access: 'public',
  response: z.looseObject({}),
})
