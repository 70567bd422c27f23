import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Serialize<Json> = (value: unknown) => Json

/** The kinds of schema that the compiled serializer handles exactly as declared. */
const compiledKinds: readonly z.ZodType['type'][] = [
  'string',
  'number',
  'boolean',
  'enum',
  'literal',
  'unknown',
  'object',
  'array',
  'record',
  'nullable',
  'optional',
  'default',
  'lazy',
]

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

/**
 * Rewrites constructs that the serializer supports badly: it validates `anyOf`, ignores `propertyNames`, and takes twice as
 * long as V8 for texts by any names, which hold nothing to leave out.
 */
const tighten: Override = ({ zodSchema, jsonSchema }) => {
  const { type } = zodSchema._zod.def
  if (type === 'nullable') {
    const [inner] = jsonSchema.anyOf ?? []
    delete jsonSchema.anyOf
    Object.assign(jsonSchema, inner, { nullable: true })
  }
  const { propertyNames, additionalProperties = {} } = jsonSchema
  if (type !== 'record' || typeof propertyNames !== 'object' || typeof additionalProperties !== 'object') return
  if (propertyNames.enum) {
    jsonSchema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]))
    jsonSchema.additionalProperties = false
  } else if (additionalProperties.type === 'string') {
    for (const name of ['type', 'propertyNames', 'additionalProperties'] as const) delete jsonSchema[name]
  }
}

/** Other kinds, such as unions, are parsed with Zod: JSON Schema does not tell their members apart exactly. */
const compile = (schema: z.ZodType): Serialize<string> => {
  let isExact = true
  const override: Override = (context) => {
    isExact &&= compiledKinds.includes(context.zodSchema._zod.def.type)
    tighten(context)
  }
  const jsonSchema = z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any', override })
  return isExact
    ? fastJson(jsonSchema as Parameters<typeof fastJson>[0])
    : (value) => JSON.stringify(schema.parse(value))
}

/**
 * Rows become bytes one by one, as no text ever holds all of them: V8 would copy it each time that it is joined, measured
 * or encoded, and collect its garbage as often.
 */
const inBytes = (schema: z.ZodType): Serialize<Buffer> => {
  if (!(schema instanceof z.ZodArray)) {
    const serialize = compile(schema)
    return (value) => Buffer.from(serialize(value))
  }
  const serialize = compile(schema.element as z.ZodType)
  const ended = (rows: readonly unknown[]) => Buffer.from(rows.length === 0 ? '[]' : ']')
  const encoded = (row: unknown, at: number) => Buffer.from(`${at === 0 ? '[' : ','}${serialize(row)}`)
  return (value) => {
    const rows = value as readonly unknown[]
    return Buffer.concat([...rows.map(encoded), ended(rows)])
  }
}

const compiled = new WeakMap<z.ZodType, Serialize<Buffer>>()

/**
 * Serializes an answer with the fields that its contract declares and no others. Values are not validated: they are
 * type-checked here and were parsed when they came in. Serializers are compiled on first use.
 */
export const serializerOf = (schema: z.ZodType): Serialize<Buffer> => {
  const serialize = compiled.get(schema) ?? inBytes(schema)
  compiled.set(schema, serialize)
  return serialize
}
