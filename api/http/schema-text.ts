import { escaped } from './html.ts'

/** The parts of JSON Schema that our descriptions use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

const named = (reference: string): string => {
  const name = escaped(reference.split('/').at(-1) ?? '')
  return `<a href="#shape-${name}">${name}</a>`
}

const literal = (value: unknown): string => escaped(JSON.stringify(value))

/** The bounds of a schema as text. Bounds at the limits of safe integers carry no information and are left out. */
const bounds = ({ minimum, maximum, minLength, maxLength }: JsonSchema): string[] => [
  ...(minLength === undefined || maxLength === undefined ? [] : [`${minLength} to ${maxLength} characters`]),
  ...(minLength === undefined && maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
  ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [`from ${minimum}`]),
  ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`to ${maximum}`]),
]

const plain = (schema: JsonSchema): string => {
  if (schema.format === 'binary') return 'file'
  const about = [...(schema.format ? [escaped(schema.format)] : []), ...bounds(schema)].join(', ')
  const type = [schema.type ?? 'anything'].flat().join(' | ')
  return about ? `${type} <i>${about}</i>` : type
}

const objectText = ({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string => {
  const deeper = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, schema]) =>
      `${deeper}${escaped(name)}${required.includes(name) ? '' : '?'}: ${schemaText(schema, deeper)}\n`,
  )
  if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0) {
    lines.push(`${deeper}[name]: ${schemaText(additionalProperties, deeper)}\n`)
  }
  return lines.length === 0 ? 'object' : `{\n${lines.join('')}${indent}}`
}

/** Renders a schema as readable HTML such as `{ name: string }`; references become links to `#shape-...`. */
export const schemaText = (schema: JsonSchema, indent = ''): string => {
  if (schema.$ref !== undefined) return named(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((each) => schemaText(each, indent)).join(' | ')
  if (schema.allOf) return schema.allOf.map((each) => schemaText(each, indent)).join(' & ')
  if (schema.type === 'array') return `list of ${schemaText(schema.items ?? {}, indent)}`
  return schema.type === 'object' ? objectText(schema, indent) : plain(schema)
}
