import { z } from 'zod'

type Picker = (value: unknown) => unknown

/** Kinds of values that have no fields. */
const plain: readonly z.ZodType['type'][] = ['string', 'number', 'boolean', 'enum', 'literal', 'null']

/** Copies the fields of a shape in one expression, which runs as if it had been written for this shape alone. */
const fieldsOf = (shape: Readonly<Record<string, z.ZodType>>): Picker => {
  const pickers = Object.values(shape).map(pickerOf)
  const fields = Object.keys(shape).map((name, n) => {
    const [key, value] = [JSON.stringify(name), `from[${JSON.stringify(name)}]`]
    return `${key}: ${pickers[n] ? `pickers[${n}](${value})` : value}`
  })
  return new Function('pickers', `return (from) => ({ ${fields.join(', ')} })`)(pickers)
}

const compile = (schema: z.ZodType): Picker | undefined => {
  if (plain.includes(schema.type)) return undefined
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = pickerOf(schema.unwrap() as z.ZodType)
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)))
  }
  if (schema instanceof z.ZodArray) {
    const each = pickerOf(schema.element as z.ZodType)
    return each && ((value) => (value as unknown[]).map((item) => each(item)))
  }
  if (schema instanceof z.ZodObject && !schema.def.catchall) return fieldsOf(schema.shape)
  return (value) => schema.parse(value)
}

const compiled = new WeakMap<z.ZodType, Picker | undefined>()

/** Undefined where a value is taken as it is. What holds itself, such as a tree, is compiled once. */
const pickerOf = (schema: z.ZodType): Picker | undefined => {
  if (compiled.has(schema)) return compiled.get(schema)
  compiled.set(schema, (value) => compiled.get(schema)?.(value))
  compiled.set(schema, compile(schema))
  return compiled.get(schema)
}

/**
 * What a contract declares of an answer: fields that it does not name do not leave. Their values are the types' business
 * and were checked where they came in, so that an answer costs no parsing; of what is more than objects and lists, such
 * as unions, the schema itself takes what is its own.
 */
export const declaredBy = (schema: z.ZodType): Picker => pickerOf(schema) ?? ((value) => value)
