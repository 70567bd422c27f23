import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Endpoint } from '#schemas/endpoint.ts'
import { Problem } from '#schemas/problem.ts'
import { answeredHeadersOf, headersOf, takesIfMatch } from './call-headers.ts'
import { tagsFor } from './call-tags.ts'
import { isSafe } from './methods.ts'

const problems = {
  400: { id: 'Malformed', description: 'Malformed' },
  401: { id: 'Unauthenticated', description: 'Not signed in, or no longer' },
  403: { id: 'Forbidden', description: 'Not permitted' },
  404: { id: 'Absent', description: 'Absent, or not yours' },
  409: { id: 'Conflict', description: 'Stale, or an Idempotency-Key that was used with another request' },
  412: { id: 'Superseded', description: 'Changed since the revision of If-Match; the ETag is the present one' },
  413: { id: 'TooLarge', description: 'More than 1 MB of JSON' },
  422: { id: 'Invalid', description: 'Refused input: the messages of each field' },
  429: { id: 'TooMany', description: 'Tried too often; Retry-After says for how many seconds' },
} as const
type Status = keyof typeof problems

/** One object each, so that they are described once and referred to. */
const refusals = Object.fromEntries(
  Object.entries(problems).map(([status, { id, description }]) => [
    status,
    { id, description, content: { 'application/json': { schema: Problem } } },
  ]),
)

const statusesOf = (endpoint: Endpoint): Status[] => {
  const { method, body, throttle, atOnce } = endpoint
  const writes = isSafe(method) ? [] : ([409] as const)
  const stale = takesIfMatch(endpoint) ? ([412] as const) : []
  const large = body && !isSafe(method) ? ([413] as const) : []
  const often = throttle || atOnce ? ([429] as const) : []
  return [400, 401, 403, 404, ...writes, ...stale, ...large, 422, ...often]
}

const bodyOf = ({ body, upload, raw }: Endpoint) => {
  if (raw) return { content: Object.fromEntries(raw.types.map((type) => [type, {}])) }
  if (!upload) return body && { content: { 'application/json': { schema: body } } }
  const file = z.string().meta({ format: 'binary' })
  const field = upload.maxFiles > 1 ? z.array(file).max(upload.maxFiles) : file
  const name = upload.maxFiles > 1 ? `${upload.field}[]` : upload.field
  const form = z.object({ ...body?.shape, [name]: field })
  return { content: { 'multipart/form-data': { schema: form } } }
}

const contentOf = ({ response }: Endpoint) => {
  if (response === 'empty') return {}
  return { content: response === 'content' ? { '*/*': {} } : { 'application/json': { schema: response } } }
}

const answerOf = (endpoint: Endpoint) => {
  const headers = answeredHeadersOf(endpoint)
  return { description: endpoint.summary, ...contentOf(endpoint), ...(Object.keys(headers).length ? { headers } : {}) }
}

/** A name for generated code, such as `putApiClientId`. */
const nameOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** An API token goes wherever an ability decides, and where the contract says so (D-66). */
const signInsOf = ({ access, byToken }: Endpoint) => {
  if (access === 'public') return []
  return access === 'signed-in' && !byToken ? [{ session: [] }] : [{ session: [] }, { token: [] }]
}

const operationOf = (endpoint: Endpoint, tag: string) => {
  const { summary, access, params, query, status } = endpoint
  const requestBody = bodyOf(endpoint)
  return {
    operationId: nameOf(endpoint),
    tags: [tag],
    summary,
    ...(access === 'public' ? {} : { description: `Needs: ${access}` }),
    security: signInsOf(endpoint),
    parameters: headersOf(endpoint),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [status]: answerOf(endpoint),
      ...Object.fromEntries(statusesOf(endpoint).map((each) => [each, refusals[each]])),
    },
  }
}

const about = `Documents of clients, sites and visits, with every change kept. Sign in with \`POST /login\` and send the
cookie, or send an API token as \`Authorization: Bearer\`; with the cookie, writes must come from this origin. Lists take
\`limit\` and \`cursor\`. An error is \`{message, errors}\`, where \`errors\` holds the messages of each field.`

export type ApiDescription = ReturnType<typeof describeApi>

/**
 * OpenAPI 3.1 of every contract that is served; `teamWord` stands where a path says `{teams}`, `cookie` is the name of
 * the session's.
 */
export const describeApi = (endpoints: readonly Endpoint[], teamWord: string, cookie = 'siteledger') => {
  const tagOf = tagsFor(endpoints)
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('{teams}', teamWord)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, tagOf(endpoint)) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Siteledger', version: '1', description: about },
    servers: [{ url: '/' }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
    paths,
  })
}
