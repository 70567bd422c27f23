import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { personalFields } from '#schemas/events/personal.ts'
import { isEventType, payloadSchemas } from '#schemas/events/registry.ts'

const folder = new URL('../../../schemas/events/', import.meta.url)
const isSchemaTable = (value: unknown): value is Record<string, z.ZodType> =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.values(value).every((each) => each instanceof z.ZodType)

const declared = await Promise.all(
  readdirSync(folder)
    .filter((name) => name !== 'registry.ts')
    .map(async (name) => Object.values((await import(new URL(name, folder).href)) as object).filter(isSchemaTable)),
)
const declaredTypes = declared.flat().flatMap((table) => Object.keys(table))

describe('the registry of events', () => {
  test('knows every event that a file of the language declares, each once', () => {
    expect(declaredTypes.length).toBeGreaterThan(10)
    expect(declaredTypes.toSorted()).toEqual(Object.keys(payloadSchemas).toSorted())
  })

  test.each(Object.keys(payloadSchemas))('knows %s', (type) => {
    expect(isEventType(type)).toBe(true)
  })

  test.each(['toString', '__proto__', 'constructor', '$metadata', 'clientAdded', ''])('does not know %j', (type) => {
    expect(isEventType(type)).toBe(false)
  })
})

describe('personal fields', () => {
  test.each(Object.entries(personalFields))(
    'of %s exist, may be null, and name an id as their person',
    (type, personal) => {
      const { shape } = payloadSchemas[type as keyof typeof payloadSchemas] as unknown as z.ZodObject

      expect(Object.keys(shape)).toContain(personal.person)
      expect(personal.fields).not.toContain(personal.person)
      for (const field of personal.fields) expect(shape[field]?.safeParse(null).success).toBe(true)
    },
  )

  test('are every field of a user that is about the person', () => {
    expect(personalFields.UserRegistered).toEqual({
      person: 'userId',
      first: 'userId',
      fields: ['name', 'email', 'passwordHash'],
    })
  })
})
