import { describe, expect, test } from 'vitest'
import { resources } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import { type Action, abilitiesOfRole, actions, type Role } from '#schemas/rights/abilities.ts'

const granted = (role: Role): Action[] => actions.filter((action) => abilitiesOfRole(role).clients[action])

describe('the abilities of a role', () => {
  test('[ENT-10] are create, update, delete and view of each of the six resources', () => {
    const abilities = abilitiesOfRole('owner')

    expect(Object.keys(abilities)).toEqual(['clients', 'sites', 'visits', 'files', 'documents', 'categories'])
    for (const flags of Object.values(abilities))
      expect(Object.keys(flags)).toEqual(['create', 'update', 'delete', 'view'])
  })

  test.each<[Role, Action[]]>([
    ['owner', ['create', 'update', 'delete', 'view']],
    ['admin', ['create', 'update', 'delete', 'view']],
    ['editor', ['create', 'update', 'view']],
    ['member', ['view']],
    ['auditor', ['view']],
  ])('%s: %j, alike for every resource', (role, expected) => {
    expect(granted(role)).toEqual(expected)
    const abilities = abilitiesOfRole(role)
    for (const resource of resources) expect(abilities[resource]).toEqual(abilities.clients)
  })

  test('are a map of their own for every caller', () => {
    abilitiesOfRole('member').clients.delete = true

    expect(abilitiesOfRole('member').clients.delete).toBe(false)
  })
})

describe('the policy', () => {
  test('grants what the map grants and nothing else', () => {
    const editor = abilitiesOfRole('editor')

    expect(grants(editor, 'sites.create')).toBe(true)
    expect(grants(editor, 'sites.delete')).toBe(false)
  })

  test.each(['nothing.view', 'clients.shout', 'clients', '__proto__.toString', 'constructor.name', ''])(
    'denies %j, which is no ability',
    (ability) => {
      expect(grants(abilitiesOfRole('owner'), ability as 'clients.view')).toBe(false)
    },
  )
})
