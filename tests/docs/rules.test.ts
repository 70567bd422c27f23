import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const textsBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|css|md)$/.test(path))
    .map((path) => join(folder, path))

const source = ['api', 'cli', 'projections', 'schemas', 'web', 'workers'].flatMap(textsBelow)
const tests = textsBelow('tests')
const page = 'docs/rules.md'
const documents = ['README.md', 'CONTRIBUTING.md', ...textsBelow('docs')].filter((path) => path !== page)

/** Each text that a pattern finds in these files, with the first file that has it. */
const found = (paths: readonly string[], pattern: RegExp): Map<string, string> => {
  const places = new Map<string, string>()
  for (const path of paths) {
    for (const [text] of textOf(path).matchAll(pattern)) if (!places.has(text)) places.set(text, path)
  }
  return places
}
const missing = (cited: Map<string, string>, known: ReadonlySet<string>): string[] =>
  [...cited].filter(([text]) => !known.has(text)).map(([text, path]) => `${text} of ${path}`)

const rule = /\b(?:D-\d{2,3}|P-\d{1,2})\b/g
const requirement =
  /\b(?:CORE|PAGE|CLNT|SITE|VIS|FILE|DOC|CAT|ENT2?|STATE2?|VAL2?|ABIL|API1|API2[A-G]|ERR[12]|CONST[12]|PLAT|REG|SET|NOTE|KIOSK|ROLE)-\d\d\b/g

/** Anything that looks like the number of a requirement; the rest are algorithms, encodings and licences. */
const numbered = /\b(?!(?:AES|CRC|LGPL|SHA|UTF)-)[A-Z][A-Z0-9]{1,7}-\d{2,3}\b/g

describe('the rules', () => {
  const stated = [...textOf(page).matchAll(/^- \*\*([DP]-\d+)\*\* \S/gm)].map(([, id = '']) => id)
  const cited = found([...source, ...tests, ...documents], rule)

  test('are all that source, tests and documents cite', () => {
    expect(missing(cited, new Set(stated)), `State them in ${page}, by subject and number.`).toEqual([])
  })

  test('are each cited somewhere, and stated once', () => {
    expect(stated.filter((id) => !cited.has(id))).toEqual([])
    expect(stated.filter((id, at) => stated.indexOf(id) !== at)).toEqual([])
  })

  test('of one subject stand in the order of their numbers', () => {
    for (const subject of textOf(page).split(/^## /m)) {
      const numbers = [...subject.matchAll(/^- \*\*D-(\d+)\*\*/gm)].map(([, number]) => Number(number))
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
    }
  })
})

describe('the requirements', () => {
  const list = 'docs/generated/requirements.md'
  const lines = [...textOf(list).matchAll(/^- \*\*(\S+)\*\* \S/gm)].map(([, id = '']) => id)

  test('are those that tests name, each once', () => {
    const named = found(tests, requirement)
    expect(missing(named, new Set(lines)), `Add them to ${list}.`).toEqual([])
    expect(lines.filter((id) => !named.has(id))).toEqual([])
    expect(lines.filter((id, at) => lines.indexOf(id) !== at)).toEqual([])
  })

  test('are named in no source, where the reason stands in words', () => {
    expect([...found(source, numbered)].map(([id, path]) => `${id} in ${path}`)).toEqual([])
  })
})
