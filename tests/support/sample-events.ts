import { z } from 'zod'
import {
  type EventType,
  eventTypes,
  type LedgerEvent,
  payloadSchemas,
  type RecordedEvent,
} from '#schemas/events/registry.ts'
import { memoryLog } from './memory-log.ts'

type Schema = z.core.JSONSchema.BaseSchema

const keys: string[] = []
/** The same id for the same name and number; "siteIds" holds ids of "siteId". */
const sampleId = (name: string, n: number): string => {
  const key = name.replace(/s$/, '')
  if (!keys.includes(key)) keys.push(key)
  const [kind, number] = [keys.indexOf(key), n].map((each) => String(each).padStart(4, '0'))
  return `00000000-0000-4000-8000-${kind}0000${number}`
}

const sampleText = ({ format, pattern }: Schema, name: string, n: number): string => {
  if (format === 'uuid') return sampleId(name, n)
  if (format === 'date') return `2026-03-${String(n).padStart(2, '0')}`
  if (format === 'date-time') return `2026-03-${String(n).padStart(2, '0')}T10:00:00.000Z`
  if (pattern === '^[a-z]{3}$') return n % 2 === 0 ? 'eur' : 'gbp'
  return pattern?.includes('{64}') ? String(n % 10).repeat(64) : `${name} ${n}`
}

/** A value of a schema; two consecutive numbers give two different values if the schema has two. */
const sampleValue = (schema: Schema, name: string, n: number): unknown => {
  const choice = schema.anyOf?.find((each) => (each as Schema).type !== 'null') ?? schema.oneOf?.[0]
  if (choice) return sampleValue(choice as Schema, name, n)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[n % schema.enum.length]
  const [type] = [schema.type].flat()
  if (type === 'string') return sampleText(schema, name, n)
  if (type === 'integer' || type === 'number') return n
  if (type === 'boolean') return n % 2 === 0
  if (type === 'array') return [sampleValue(schema.items as Schema, name, n)]
  const properties = Object.entries(schema.properties ?? {}) as [string, Schema][]
  return Object.fromEntries(properties.map(([key, property]) => [key, sampleValue(property, key, n)]))
}

const jsonSchemas = new Map<EventType, Schema>()
const jsonSchemaOf = (type: EventType): Schema => {
  const known = jsonSchemas.get(type) ?? (z.toJSONSchema(payloadSchemas[type], { unrepresentable: 'any' }) as Schema)
  jsonSchemas.set(type, known)
  return known
}

export const detailsOf = (type: EventType): string[] => Object.keys(jsonSchemaOf(type).properties ?? {})

/** An event of any type, generated from its schema: each detail is number `n` of its kind, except the `overrides`. */
export const sampleEvent = (type: EventType, n: number, overrides: object = {}): LedgerEvent => {
  const data = { ...(sampleValue(jsonSchemaOf(type), type, n) as object), ...overrides }
  return { type, data: payloadSchemas[type].parse(data) } as LedgerEvent
}

/** Two events of each type, about the same records with different values; a move has a different target. */
export const oneOfEachEvent = (): RecordedEvent[] => {
  const record = memoryLog()
  const idsOf = (type: EventType) => {
    const { data } = sampleEvent(type, 1)
    const [own] = Object.keys(data)
    const fixed = type.endsWith('Moved') ? (key: string) => key === own || key === 'teamId' : /Ids?$/.test.bind(/Ids?$/)
    return Object.fromEntries(Object.entries(data).filter(([key]) => fixed(key)))
  }
  return [1, 2].flatMap((n) => eventTypes.map((type) => record(type, type, sampleEvent(type, n, idsOf(type)).data)))
}
