import { expect, test } from 'vitest'
import type { CategoryId } from '#schemas/ids.ts'
import type { Category } from '#schemas/resources/categories.ts'
import { detailsOf } from '#tests/support/details.ts'
import { fitsBelow, found, moved } from '#web/features/categories/arrange.ts'

const id = (name: string) => name as CategoryId

const node = (name: string, ...children: Category[]): Category => ({
  id: id(name),
  ...detailsOf.category({ name, slug: name.toLowerCase() }),
  parent_id: null,
  requirement: null,
  children: children.map((child) => ({ ...child, parent_id: id(name) })),
  revision: '1',
})

const tree = [node('Fire', node('Alarms'), node('Doors', node('Café'))), node('Water'), node('Gas')]

/** 'Fire(Alarms Doors)' */
const drawn = (nodes: readonly Category[] | undefined): string =>
  nodes?.map(({ name, children }) => name + (children.length > 0 ? `(${drawn(children)})` : '')).join(' ') ?? 'refused'

test.each([
  ['before another', 'Gas', { parentId: null, beforeId: id('Fire') }, 'Gas Fire(Alarms Doors(Café)) Water'],
  ['after another', 'Fire', { parentId: null, beforeId: id('Gas') }, 'Water Fire(Alarms Doors(Café)) Gas'],
  ['inside another', 'Gas', { parentId: id('Water'), beforeId: null }, 'Fire(Alarms Doors(Café)) Water(Gas)'],
  ['with all below it', 'Doors', { parentId: id('Gas'), beforeId: null }, 'Fire(Alarms) Water Gas(Doors(Café))'],
  [
    'among its own siblings',
    'Doors',
    { parentId: id('Fire'), beforeId: id('Alarms') },
    'Fire(Doors(Café) Alarms) Water Gas',
  ],
  [
    'to the end where the next one is gone',
    'Gas',
    { parentId: id('Fire'), beforeId: id('Lost') },
    'Fire(Alarms Doors(Café) Gas) Water',
  ],
])('a category moves %s', (_how, name, target, after) => {
  expect(drawn(moved(tree, id(name), target))).toBe(after)
})

test('a moved category says who it is below now', () => {
  const after = moved(tree, id('Gas'), { parentId: id('Fire'), beforeId: null })
  expect(after?.[0]?.children.at(-1)?.parent_id).toBe('Fire')
})

test.each([
  ['what is gone', 'Lost', null],
  ['below what is gone', 'Gas', 'Lost'],
  ['below itself', 'Fire', 'Fire'],
  ['below its own', 'Fire', 'Café'],
])('nothing moves: %s', (_what, name, parent) => {
  expect(moved(tree, id(name), { parentId: parent === null ? null : id(parent), beforeId: null })).toBeUndefined()
})

test('[CONST1-06] a branch fits where its deepest level is the fourth, not the fifth', () => {
  const pair = node('Upper', node('Lower'))
  const deep = [node('One', node('Two', node('Three'))), pair]
  expect(fitsBelow(deep, pair, id('Two'))).toBe(true)
  expect(fitsBelow(deep, pair, id('Three'))).toBe(false)
})

test.each([
  ['alarms', 'Fire(Alarms)'],
  ['CAFE', 'Fire(Doors(Café))'],
  ['fire doors', 'Fire(Doors(Café))'],
  ['s', 'Fire(Alarms Doors(Café)) Gas'],
  ['nothing', ''],
])('a search for %j leaves what holds every word, and what stands above it', (text, left) => {
  expect(drawn(found(tree, text))).toBe(left)
})
