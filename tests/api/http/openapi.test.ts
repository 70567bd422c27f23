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
      z.object({ name: z.string(), in: z.enum(['path', 'query']), required: z.boolean().optional(), schema: Schema }),
    )
    .optional(),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string().regex(/^\d{3}$/), z.object({ description: z.string(), content: Content.optional() })),
})
/** The parts of OpenAPI 3.1 that we write. */
const Description = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'put', 'delete']), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema).optional() }).optional(),
})

const endpoints = declaredEndpoints.map(([, each]) => each)
const described = JSON.parse(JSON.stringify(describeApi(endpoints, 'crews'))) as unknown

describe('the description of the API', () => {
  const { paths } = Description.parse(described)
  const operationOf = (path: string, method: string) =>
    paths[path.replace('{teams}', 'crews')]?.[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete']

  test.each(declaredEndpoints)('holds %s, with its success and its refusals', (_, { path, method, status }) => {
    const answers = Object.keys(operationOf(path, method)?.responses ?? {})

    expect(answers).toEqual(expect.arrayContaining([String(status), '401', '403', '404', '422']))
  })

  test('holds nothing else', () => {
    const operations = Object.values(paths).flatMap((each) => Object.keys(each))

    expect(operations).toHaveLength(endpoints.length)
  })

  test.each(declaredEndpoints)('declares what stands in braces in the path of %s', (_, { path, method }) => {
    const declared = operationOf(path, method)?.parameters ?? []
    const braces = [...path.replace('{teams}', '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

    expect(declared.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(braces)
    for (const each of declared.filter((parameter) => parameter.in === 'path')) expect(each.required).toBe(true)
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
