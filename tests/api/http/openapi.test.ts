import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from '#api/http/openapi.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'

const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: Schema.optional() }))
const Operation = z.object({
  summary: z.string().min(1),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: Schema,
      }),
    )
    .optional(),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^\d{3}$/),
    z.union([
      z.strictObject({ $ref: z.string(), headers: z.undefined().optional() }),
      z.object({ description: z.string(), content: Content.optional(), headers: Schema.optional() }),
    ]),
  ),
})
/** The parts of OpenAPI 3.1 that we write. */
const Description = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema).optional() }).optional(),
})

type Fields = { properties?: Record<string, { description?: string }>; required?: string[] }

/** Where a schema says nothing at all. */
const untold = (schema: unknown, at = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items, anyOf = [], ...said } = schema as Record<string, unknown>
  const within = [...Object.entries(properties as object), ...(items ? [['[]', items] as const] : [])]
  const below = within.flatMap(([name, each]) => untold(each, `${at}.${name}`))
  const choices = (anyOf as unknown[]).flatMap((each) => untold(each, at))
  const says = below.length + choices.length + within.length + (anyOf as unknown[]).length > 0
  return says || Object.keys(said).length > 0 ? [...below, ...choices] : [at]
}

const endpoints = declaredEndpoints.map(([, each]) => each)
const described = JSON.parse(JSON.stringify(describeApi(endpoints, 'crews'))) as unknown

describe('the description of the API', () => {
  const { paths } = Description.parse(described)
  const operationOf = (path: string, method: string) =>
    paths[path.replace('{teams}', 'crews').replace('{team}', 'team')]?.[
      method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
    ]

  test.each(declaredEndpoints)('describes %s, with its success and its refusals', (_, { path, method, status }) => {
    const answers = Object.keys(operationOf(path, method)?.responses ?? {})

    expect(answers).toEqual(expect.arrayContaining([String(status), '401', '403', '404', '422']))
  })

  test('describes nothing else', () => {
    const operations = Object.values(paths).flatMap((each) => Object.keys(each))

    expect(operations).toHaveLength(endpoints.length)
  })

  test.each(declaredEndpoints)('declares the parameters in the path of %s', (_, { path, method }) => {
    const declared = operationOf(path, method)?.parameters ?? []
    const braces = [...path.replace(/\{teams?\}/, '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

    expect(declared.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(braces)
    for (const each of declared.filter((parameter) => parameter.in === 'path')) expect(each.required).toBe(true)
  })

  test('is OpenAPI, says the validator of the specification', async () => {
    const validator = new Validator()

    expect(await validator.validate(described as Record<string, unknown>)).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  test('names each call once, for generated code', () => {
    const names = [...JSON.stringify(described).matchAll(/"operationId":"(\w+)"/g)].map(([, name]) => name)

    expect(names).toHaveLength(endpoints.length)
    expect(new Set(names).size).toBe(names.length)
  })

  test('describes the headers that a client needs: keys, revisions, positions, pages and the trash', () => {
    const headersOf = (path: string, method: string) => {
      const { parameters = [], responses } = operationOf(path, method) ?? {}
      const asked = parameters.filter((each) => each.in === 'header').map(({ name }) => name)
      return [asked, Object.values(responses ?? {}).flatMap(({ headers = {} }) => Object.keys(headers))]
    }

    expect(headersOf('/api/client/{id}', 'PUT')).toEqual([
      ['Idempotency-Key', 'If-Match', 'X-Min-Position'],
      ['ETag', 'X-Position'],
    ])
    expect(headersOf('/api/client/{id}', 'DELETE')[1]).toEqual(['X-Position', 'X-Trash-Id'])
    expect(headersOf('/api/clients', 'GET')).toEqual([
      ['If-None-Match', 'X-Min-Position'],
      ['ETag', 'X-Total-Count', 'Link', 'X-Position', 'X-As-Of', 'X-As-Of-Position'],
    ])
    expect(Object.keys(operationOf('/api/clients', 'GET')?.responses ?? {})).toContain('304')
    expect(Object.keys(operationOf('/api/client/{id}', 'PUT')?.responses ?? {})).toEqual(
      expect.arrayContaining(['409', '412']),
    )
    expect(Object.keys(operationOf('/login', 'POST')?.responses ?? {})).toContain('429')
    expect(headersOf('/api/sites/search/{query}', 'GET')[1]).toContain('X-Total-At-Least')
    expect(Object.keys(operationOf('/api/sites/search/{query}', 'GET')?.responses ?? {})).toContain('429')
  })

  test('names as_of where the past can be asked for, and nowhere else', () => {
    const taking = endpoints.filter(({ path, method }) =>
      operationOf(path, method)?.parameters?.some(({ name }) => name === 'as_of'),
    )

    expect(taking).toEqual(endpoints.filter(({ past }) => past))
    expect(taking.length).toBeGreaterThan(40)
  })

  test.each(declaredEndpoints)('says what may be sent with %s, and of which type its content is', (_, endpoint) => {
    const { parameters = [], requestBody, responses } = operationOf(endpoint.path, endpoint.method) ?? {}
    const inQuery = parameters.filter((each) => each.in === 'query')
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)
    const answer = responses?.[endpoint.status]

    for (const schema of [...bodies, ...inQuery.map((each) => each.schema)]) expect(untold(schema)).toEqual([])
    expect(inQuery.filter(({ description, schema }) => !description && !schema.description)).toEqual([])
    expect(Object.keys((answer && 'content' in answer && answer.content) || {})).not.toContain('*/*')
  })

  test.each(declaredEndpoints.filter(([, { method, body }]) => method === 'PUT' && body))(
    'says of each field of %s whether it may be left out or null, and that it stays as it is then',
    (_, { path, method, body }) => {
      const content = operationOf(path, method)?.requestBody?.content['application/json']
      const { properties = {}, required = [] }: Fields = content?.schema ?? {}
      const fields = Object.entries<z.ZodType>(body?.shape ?? {})
      const optional = fields.flatMap(([name, field]) => (field.safeParse(undefined).success ? [name] : []))
      const isIgnored = (name: string) => properties[name]?.description === 'Accepted and ignored.'

      expect(Object.keys(properties).filter((name) => !required.includes(name))).toEqual(optional)
      for (const name of optional.filter((each) => !isIgnored(each))) {
        expect([name, properties[name]?.description]).toEqual([name, expect.stringMatching(/left out: as it is/i)])
      }
      for (const [name, field] of fields.filter(([each]) => !isIgnored(each))) {
        const takesNull = JSON.stringify(properties[name]).includes('"null"')
        expect([name, takesNull]).toEqual([name, field.safeParse(null).success])
      }
    },
  )

  test.each([
    ['/api/kiosk/team-invitations', 'POST', 'logo', '100 KB'],
    ['/settings/photo', 'POST', 'photo', '4 MB'],
    ['/api/file', 'POST', 'file', '8 MB'],
  ])('says how large the file of %s may be', (path, method, field, size) => {
    const form = operationOf(path, method)?.requestBody?.content['multipart/form-data']

    expect((form?.schema as Fields)?.properties?.[field]?.description).toBe(`At most ${size}.`)
  })

  test('refers to nothing that is not in it', () => {
    const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)

    for (const reference of references) {
      const found = reference
        .split('/')
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)?.[step], described)
      expect(found).toBeDefined()
    }
  })
})
