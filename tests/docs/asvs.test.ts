import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { asvsRequirements } from './asvs-levels.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const page = textOf('docs/generated/asvs.md')
const statuses = ['test', 'document', 'not applicable', 'open'] as const

/** Every row of a table that begins with the id of a requirement. */
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', level = '', asked = '', status = '', where = '']) => ({ id, level, asked, status, where }),
)
const rowsThat = (wanted: string) => rows.filter(({ status }) => status === wanted)

const namedTests = (where: string) =>
  [...where.matchAll(/`(tests\/[^`]+)`(?: › `([^`]*)`)?/g)].map(([, file = '', title = '']) => ({ file, title }))

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Why a file does not hold a test of this title that runs; nothing if it does. */
const complaint = ({ file, title }: { file: string; title: string }): string | undefined => {
  if (!existsSync(join(root, file))) return `${file} is not there`
  if (title.trim() === '') return `a test of ${file} has no title`
  const call = new RegExp(`([\\w.]*)(?:\\)|\`)?\\(\\s*(['"\`])${escaped(title)}\\2\\s*,`).exec(textOf(file))
  if (!call) return `${file} has no test "${title}"`
  return /describe|skip|todo|fixme|fails/.test(call[1] ?? '') ? `"${title}" of ${file} is no test that runs` : undefined
}

describe('the table of requirements', () => {
  test('has each of level 1 and 2 once, in order, with its level', () => {
    const wanted = asvsRequirements.filter(({ level }) => level !== '3').map(({ id, level }) => `${id} ${level}`)

    expect(wanted).toHaveLength(253)
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted)
  })

  test('has no row that cannot be read', () => {
    expect(page.match(/^\| \d/gm)).toHaveLength(rows.length)
    for (const { id, status, where } of rows) {
      expect([id, statuses]).toEqual([id, expect.arrayContaining([status])])
      expect([id, where.trim().length > 10]).toEqual([id, true])
    }
  })

  test.each(rowsThat('test').map(({ id, where }) => [id, where] as const))(
    'names tests that there are: %s',
    (_, where) => {
      const named = namedTests(where)

      expect(named.length).toBeGreaterThan(0)
      expect(named.map(complaint).filter((each) => each !== undefined)).toEqual([])
    },
  )

  test('names a document for each that a document meets', () => {
    for (const { id, where } of rowsThat('document'))
      expect([id, where]).toEqual([id, expect.stringMatching(/\]\(.+\.md/)])
  })

  test('says how many there are of each kind', () => {
    for (const status of statuses) expect(page).toContain(`| ${status} | ${rowsThat(status).length} |`)
  })
})

describe('what is not applicable', () => {
  test('is not there: no id tokens, no client that registers itself, no WebSocket', () => {
    expect(
      declaredEndpoints
        .map(([, { path }]) => path)
        .filter((path) => /^\/oauth\/(register|userinfo|jwks|device)|\/ws\b/.test(path)),
    ).toEqual([])
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> }
    expect(
      Object.keys(dependencies).filter((name) => /^(ws|socket\.io|graphql|xml2js|fast-xml-parser)$/.test(name)),
    ).toEqual([])
  })
})

test('the complaint about a named test knows what is not there, what is no test and what does not run', () => {
  const file = 'tests/docs/asvs.test.ts'

  expect(complaint({ file: 'tests/docs/nothing.test.ts', title: 'x' })).toContain('is not there')
  for (const where of [`\`${file}\``, `\`${file}\` › \`\``])
    expect(namedTests(where).map(complaint)).toEqual([`a test of ${file} has no title`])
  expect(complaint({ file, title: 'nothing of the kind' })).toContain('has no test')
  expect(complaint({ file, title: 'the table of requirements' })).toContain('is no test that runs')
  expect(complaint({ file, title: 'says how many there are of each kind' })).toBeUndefined()
})
