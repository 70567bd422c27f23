import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Endpoint } from '#schemas/endpoint.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import { Problem } from '#schemas/problem.ts'
import { maxUploadBytes } from '#schemas/upload-rules.ts'
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

/** What may come several times is named with brackets in a form. */
const nameInForm = (name: string, schema: z.ZodType): string =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'array' ? `${name}[]` : name

const bodyOf = ({ body, upload, raw }: Endpoint) => {
  if (raw) return { content: Object.fromEntries(raw.types.map((type) => [type, { schema: z.string() }])) }
  if (!upload) return body && { content: { 'application/json': { schema: body } } }
  const { field, types, maxFiles, maxBytes = maxUploadBytes } = upload
  const file = z.string().meta({ format: 'binary', description: `At most ${humanReadableSize(maxBytes)}.` })
  const name = maxFiles > 1 ? `${field}[]` : field
  const fields = Object.entries<z.ZodType>(body?.shape ?? {}).map(([each, schema]) => [
    nameInForm(each, schema),
    schema,
  ])
  const form = z.object({ ...Object.fromEntries(fields), [name]: maxFiles > 1 ? z.array(file).max(maxFiles) : file })
  return {
    content: { 'multipart/form-data': { schema: form, encoding: { [name]: { contentType: types.join(', ') } } } },
  }
}

const contentOf = ({ response, content }: Endpoint) => {
  if (response === 'empty') return {}
  if (response !== 'content') return { content: { 'application/json': { schema: response } } }
  const schema = content?.each ?? z.string().meta({ format: 'binary' })
  return { content: Object.fromEntries((content?.types ?? ['*/*']).map((type) => [type, { schema }])) }
}

/** What is needed, and what else there is to know. */
const descriptionOf = ({ access, about }: Endpoint) => {
  const parts = [...(access === 'public' ? [] : [`Needs: ${access}`]), ...(about ? [about] : [])]
  return parts.length > 0 ? { description: parts.join('\n\n') } : {}
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
  const { summary, params, query, status } = endpoint
  const requestBody = bodyOf(endpoint)
  return {
    operationId: nameOf(endpoint),
    tags: [tag],
    summary,
    ...descriptionOf(endpoint),
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
cookie, or send an API token as \`Authorization: Bearer\`; with the cookie, writes must come from this origin.

Lists take \`limit\` and \`cursor\`; \`Link\` holds the next page, \`X-Total-Count\` how many rows there are in all. An error
is \`{message, errors}\`, where \`errors\` holds the messages of each field. What is not there and what the caller may not
see are the same 404.

A write answers \`X-Position\`; a read that sends it as \`X-Min-Position\` holds that write. \`GET /api/stream\` tells what
others change. Send \`If-Match\` with the \`ETag\` that was read, and a change of what somebody else has changed meanwhile
is a 412; send an \`Idempotency-Key\`, and a write may be repeated without being done twice. New things may be given an
\`id\`, a UUID that nobody has used.

Days are sent as dd/mm/yyyy or yyyy-mm-dd and answered as dd/mm/yyyy; instants are UTC. A deletion answers
\`X-Trash-Id\`: \`POST /api/trash/{id}/restore\` brings back what was deleted with all that went with it, for 30 days. Who
may do what is \`abilities\` of \`GET /user/current\`.`

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
