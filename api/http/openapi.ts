import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { Problem } from '#schemas/calls/problem.ts'
import { progressLine } from '#schemas/calls/progress.ts'
import { ceilingOf } from '#schemas/ceilings.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { asksPlan } from '#schemas/policy.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { answeredHeadersOf, isRepeatable, parametersOf, takesIfMatch } from './operation-headers.ts'
import { operationTags } from './operation-tags.ts'

const problems = {
  400: { id: 'Malformed', description: 'Malformed' },
  401: { id: 'Unauthenticated', description: 'Not signed in, or no longer' },
  402: { id: 'Unpaid', description: 'The team needs a subscription' },
  403: { id: 'Forbidden', description: 'Not permitted' },
  404: { id: 'Absent', description: 'Absent, or not yours' },
  409: { id: 'Conflict', description: 'Stale, or an Idempotency-Key that was used with another request' },
  412: { id: 'Superseded', description: 'Changed since the revision of If-Match; the ETag is the present one' },
  413: {
    id: 'TooLarge',
    description:
      'More than 1 MB of JSON, or 16 kB without a session or token, or a form that is longer than its files may be',
  },
  422: { id: 'Invalid', description: 'Refused input: the messages of each field' },
  429: { id: 'TooMany', description: 'Tried too often; Retry-After says for how many seconds' },
} as const
type Status = keyof typeof problems

/** One object per status, so that the document defines each once and references it. */
const refusals = Object.fromEntries(
  Object.entries(problems).map(([status, { id, description }]) => [
    status,
    { id, description, content: { 'application/json': { schema: Problem } } },
  ]),
)

const statusesOf = (endpoint: Endpoint): Status[] => {
  const { method, body, limits } = endpoint
  const writes = method === 'GET' ? [] : ([409] as const)
  const stale = takesIfMatch(endpoint) ? ([412] as const) : []
  const large = body && method !== 'GET' ? ([413] as const) : []
  const often = limits?.slow || ceilingOf(endpoint) ? ([429] as const) : []
  const unpaid = asksPlan(endpoint) ? ([402] as const) : []
  return [400, 401, ...unpaid, 403, 404, ...writes, ...stale, ...large, 422, ...often]
}

/** The form name of a field; array fields end in `[]`. */
const nameInForm = (name: string, schema: z.ZodType): string =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).type === 'array' ? `${name}[]` : name

const bodyOf = ({ body, transport, limits }: Endpoint) => {
  const { raw, upload } = transport ?? {}
  if (raw) return { content: Object.fromEntries(raw.types.map((type) => [type, { schema: z.string() }])) }
  if (!upload) return body && { content: { 'application/json': { schema: body } } }
  const { field, types, maxFiles, bare } = upload
  const maxBytes = limits?.maxBytes ?? maxUploadBytes
  const file = z.string().meta({ format: 'binary', description: `At most ${humanReadableSize(maxBytes)}.` })
  if (bare) return { content: Object.fromEntries(types.map((type) => [type, { schema: file }])) }
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

const contentOf = ({ response, transport }: Endpoint) => {
  if (response === 'empty') return {}
  if (response !== 'content') {
    const lines = transport?.progress ? { 'application/x-ndjson': { schema: progressLine(response) } } : {}
    const csv = transport?.csv ? { 'text/csv': { schema: z.string() } } : {}
    return { content: { 'application/json': { schema: response }, ...lines, ...csv } }
  }
  const content = transport?.content
  const schema = content?.each ?? z.string().meta({ format: 'binary' })
  return { content: Object.fromEntries((content?.types ?? ['*/*']).map((type) => [type, { schema }])) }
}

/** The required access, followed by the contract's own remarks. */
const descriptionOf = ({ access, about, caller }: Endpoint) => {
  const parts = [
    ...(access === 'public'
      ? []
      : [`Needs: ${access}${caller?.orBy ? ` or ${caller.orBy}` : ''}${caller?.andBy ? ` and ${caller.andBy}` : ''}`]),
    ...(caller?.byToken === 'billing.view' ? [`A token needs: ${caller.byToken}`] : []),
    ...(caller?.confirmed ? ['Needs a password given within the last ten minutes, see POST /login/confirm.'] : []),
    ...(about ? [about] : []),
  ]
  return parts.length > 0 ? { description: parts.join('\n\n') } : {}
}

const answerOf = (endpoint: Endpoint) => {
  const headers = answeredHeadersOf(endpoint)
  return { description: endpoint.summary, ...contentOf(endpoint), ...(Object.keys(headers).length ? { headers } : {}) }
}

/** The operation id for generated code, such as `putApiClientId`. */
const nameOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

/** API tokens are accepted when access is an ability, and when the contract says `byToken` (D-66). */
const signInsOf = ({ access, caller }: Endpoint) => {
  if (access === 'public') return []
  return access === 'signed-in' && !caller?.byToken ? [{ session: [] }] : [{ session: [] }, { token: [] }]
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
    parameters: parametersOf(endpoint),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(requestBody ? { requestBody } : {}),
    responses: {
      [status]: answerOf(endpoint),
      ...(endpoint.transport?.mayBeNone ? { 204: { description: 'There is none.' } } : {}),
      ...(isRepeatable(endpoint) ? { 304: { description: 'Unchanged since the ETag of If-None-Match' } } : {}),
      ...(endpoint.transport?.mayGoOn ? { 202: answerOf(endpoint) } : {}),
      ...(endpoint.transport?.mayBeThere ? { 200: answerOf(endpoint) } : {}),
      ...Object.fromEntries(statusesOf(endpoint).map((each) => [each, refusals[each]])),
    },
  }
}

const about = `Documents of clients, sites and visits, with every change kept. Sign in with \`POST /login\` and send the
cookie, or send an API token as \`Authorization: Bearer\`; with the cookie, writes must come from this origin.

Lists are paginated by \`limit\` and \`cursor\`; \`Link\` holds the next page and \`X-Total-Count\` the total number of rows.
A parameter that a \`GET\` does not know is a 422, unless its name begins with \`_\`.
A search counts up to 1,000 and answers \`X-Total-At-Least: true\` if there are more. A list has an \`ETag\`; sent as
\`If-None-Match\`, an unchanged list is a 304 without a body. An error is \`{message, errors}\`,
where \`errors\` holds the messages of each field. A resource that the caller may not see is a 404, like a missing one.

A write answers \`X-Position\`; a read that sends it as \`X-Min-Position\` includes that write. \`GET /api/stream\` sends
the changes of others. If \`If-Match\` holds an outdated \`ETag\`, a change is refused with 412; with an
\`Idempotency-Key\`, a write can be retried and is applied once. The client may choose the \`id\` of a new record: a UUID
that is not in use.

Fields that a PUT omits keep their values; null or an empty string clears an optional field. A PUT of what a GET answered
changes nothing.

Every answer has an \`X-Request-Id\`, which a caller may choose: 16 to 64 letters, digits, \`-\` or \`_\`. The log has the
same id.

Dates are sent as dd/mm/yyyy or yyyy-mm-dd and answered as dd/mm/yyyy; instants are UTC. A deletion answers
\`X-Trash-Id\`: for 30 days, \`POST /api/trash/{id}/restore\` restores the record with everything that was deleted with it.
\`GET /user/current\` lists the \`abilities\` of the caller.`

export type ApiDescription = ReturnType<typeof describeApi>

/**
 * Describes all served contracts as OpenAPI 3.1. `teamWord` replaces `{teams}` in paths; `cookie` is the name of the
 * session cookie.
 */
export const describeApi = (endpoints: readonly Endpoint[], teamWord: string, cookie = 'siteledger') => {
  const tagOf = operationTags(endpoints)
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('{teams}', teamWord).replace('{team}', 'team')
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
