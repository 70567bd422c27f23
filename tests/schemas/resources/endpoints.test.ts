import { describe, expect, test } from 'vitest'
import { ceilingOf } from '#schemas/ceilings.ts'
import { resources } from '#schemas/nouns.ts'
import { isTeamRight } from '#schemas/policy.ts'
import { changeDocuments, undoDocumentsChange } from '#schemas/resources/document-changes.ts'
import { actions } from '#schemas/rights/abilities.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'

const abilities: string[] = resources.flatMap((resource) => actions.map((action) => `${resource}.${action}`))
const braces = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== 'team' && name !== 'teams')

describe('every contract', () => {
  test('is found', () => {
    expect(declaredEndpoints.length).toBeGreaterThan(20)
  })

  test.each(declaredEndpoints)('%s says who may call it', (_, { access }) => {
    expect(isTeamRight(access) || ['public', 'signed-in', 'operator', ...abilities].includes(access)).toBe(true)
  })

  test.each(declaredEndpoints)('%s describes each parameter of its path, and no other', (_, { path, params }) => {
    expect(Object.keys(params?.shape ?? {}).toSorted()).toEqual(braces(path).toSorted())
  })

  test.each(declaredEndpoints)(
    '%s takes a body only where it changes something',
    (_, { method, body, transport, status }) => {
      if (method === 'GET') expect([body, transport?.upload]).toEqual([undefined, undefined])
      else expect([200, 201, 202, 204]).toContain(status)
    },
  )

  test('that takes a password bounds how many of one caller wait for a core', () => {
    const hashing = declaredEndpoints.filter(([, { body }]) =>
      /password"/.test(JSON.stringify(Object.keys(body?.shape ?? {}))),
    )

    expect(hashing.length).toBeGreaterThan(4)
    for (const [name, endpoint] of hashing) expect([name, ceilingOf(endpoint)?.atOnce]).toEqual([name, 100])
  })

  test('has a method and path of its own', () => {
    const calls = declaredEndpoints.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)

    expect(new Set(calls).size).toBe(calls.length)
  })

  test('of the core needs the ability that its address and method speak of', () => {
    // A change of many files needs what it does to them: files.update or files.delete; one of many documents updates them.
    const core = declaredEndpoints.filter(
      ([, { path }]) =>
        /^\/api\/(client|site|visit|file|document|categor)(s|y|ies)?\b/.test(path) &&
        !/\/(bulk|undo|compliance|requirement|exemption)\b/.test(path),
    )
    expect([changeDocuments.access, undoDocumentsChange.access]).toEqual(['documents.update', 'documents.update'])
    const verb = { GET: 'view', POST: 'create', PUT: 'update', DELETE: 'delete' }

    expect(core.length).toBeGreaterThan(10)
    for (const [name, { method, path, access }] of core) {
      const noun = path.match(
        /(client|site|visit|file|document|categor)(?:s|y|ies)?(?=$|\/\{id\}(?:\/thumbnail|\/history|\/deletion|\/versions(?:\/\{version\}\/restore)?)?$|\/select$|\/search\/\{query\}$)/,
      )?.[1]
      const resource = noun === 'categor' ? 'categories' : `${noun}s`
      const changes = method === 'GET' ? {} : { versions: 'update', restore: 'update' }
      const named: Record<string, string> = { thumbnail: 'update', deletion: 'delete', ...changes }
      const of = named[path.split('/').at(-1) ?? '']
      const action = of ?? verb[method]
      const needed = path.endsWith('/history') ? 'history.view' : `${resource}.${action}`
      expect(`${name} ${access}`).toBe(`${name} ${needed}`)
    }
  })
})
