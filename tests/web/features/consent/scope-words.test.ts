import { expect, test } from 'vitest'
import { oauthScopes } from '#schemas/rights/oauth-scopes.ts'
import { scopeWords } from '#web/features/consent/consent-card.tsx'

const scopes = (...ids: string[]) => oauthScopes.filter(({ id }) => ids.includes(id))

test.each([
  [['clients.view'], ['See clients']],
  [['sites.update', 'sites.create'], ['Add and change sites']],
  [
    ['files.view', 'files.create', 'files.update', 'files.delete', 'clients.view'],
    ['See clients', 'See, add, change and delete files'],
  ],
  [
    ['history.view', 'export', 'import'],
    ['See who changed what', 'Export records', 'Import clients and sites'],
  ],
])('%j reads as %j', (ids, words) => {
  expect(scopeWords(scopes(...ids))).toEqual(words)
})

test('every scope is told', () => {
  for (const scope of oauthScopes) expect(scopeWords([scope])).toHaveLength(1)
})
