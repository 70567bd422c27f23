import fastJson from 'fast-json-stringify'
import { z } from 'zod'

type Serialize = (value: unknown) => string

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

/** V8 joins the pieces of a text when its length in bytes is asked for: those of many rows at once cost more. */
const joined = (text: string): string => (Buffer.byteLength(text) === 0 ? '' : text)

/** Other kinds, such as unions, are parsed with Zod: JSON Schema does not tell their members apart exactly. */
const compile = (schema: z.ZodType): Serialize => {
  if (schema instanceof z.ZodArray) {
    const serialize = serializerOf(schema.element as z.ZodType)
    return (rows) => `[${(rows as unknown[]).map((row) => joined(serialize(row))).join()}]`
  }
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

const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Serializes an answer with the fields that its contract declares and no others. Values are not validated: they are
 * type-checked here and were parsed when they came in. Serializers are compiled on first use.
 */
export const serializerOf = (schema: z.ZodType): Serialize => {
  const serialize = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, serialize)
  return serialize
}
