import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Endpoint } from '#schemas/endpoint.ts'
import { Problem } from '#schemas/problem.ts'

const problems: Record<string, string> = {
  400: 'Malformed',
  401: 'Not signed in',
  403: 'Not permitted',
  404: 'Absent, or not yours',
  422: 'Refused input, by field',
}

const problemAnswers = Object.fromEntries(
  Object.entries(problems).map(([status, description]) => [
    status,
    { description, content: { 'application/json': { schema: Problem } } },
  ]),
)

const bodyOf = ({ body, upload }: Endpoint) => {
  if (!upload) return body && { content: { 'application/json': { schema: body } } }
  const file = z.string().meta({ format: 'binary' })
  const field = upload.maxFiles > 1 ? z.array(file).max(upload.maxFiles) : file
  const name = upload.maxFiles > 1 ? `${upload.field}[]` : upload.field
  const form = z.object({ ...body?.shape, [name]: field })
  return { content: { 'multipart/form-data': { schema: form } } }
}

const answerOf = ({ response, summary }: Endpoint) => {
  if (response === 'empty') return { description: summary }
  if (response === 'content') return { description: summary, content: { '*/*': {} } }
  return { description: summary, content: { 'application/json': { schema: response } } }
}

const operationOf = (endpoint: Endpoint) => {
  const { summary, access, params, query, status } = endpoint
  const requestBody = bodyOf(endpoint)
  return {
    summary,
    ...(access === 'public' ? { security: [] } : { description: `Needs: ${access}` }),
    requestParams: { ...(params ? { path: params } : {}), ...(query ? { query } : {}) },
    ...(requestBody ? { requestBody } : {}),
    responses: { [status]: answerOf(endpoint), ...problemAnswers },
  }
}

/** OpenAPI 3.1 of every contract that is served; `teamWord` stands where a path says `{teams}`. */
export const describeApi = (endpoints: readonly Endpoint[], teamWord: string) => {
  const paths: ZodOpenApiPathsObject = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace('{teams}', teamWord)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Siteledger', version: '1' },
    security: [{ session: [] }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'siteledger' } } },
    paths,
  })
}
