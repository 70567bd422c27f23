import { expect, test } from 'vitest'
import { fold, sortName } from '#projections/fold.ts'

test.each([
  ['Café', 'cafe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['Ｆｕｌｌ', 'full'],
  ['ﬁre', 'fire'],
  ['İstanbul', 'istanbul'],
  ['東京', '東京'],
])('%s reads %s without case and accents', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('a name that folds to very much is cut to sort by', () => {
  expect(sortName('Acme')).toBe('acme')
  expect(sortName('ﷺ'.repeat(255))).toHaveLength(200)
})
