import { expect, test } from 'vitest'
import { fold, sortName } from '#projections/engine/fold.ts'

test.each([
  ['Café', 'cafe'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['Ｆｕｌｌ', 'full'],
  ['ﬁre', 'fire'],
  ['İstanbul', 'istanbul'],
  ['東京', '東京'],
  ['Żółw łódź', 'zolw lodz'],
  ['Straße STRAẞE', 'strasse strasse'],
  ['Ærø Œuvre Đorđe Þór ışık', 'aero oeuvre dorde thor isik'],
  ['Привет Ωμεγα', 'привет ωμεγα'],
])('%s reads %s without case and accents', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('a name that folds to a very long text is cut for sorting', () => {
  expect(sortName('Acme')).toBe('acme')
  expect(sortName('ﷺ'.repeat(255))).toHaveLength(200)
})
