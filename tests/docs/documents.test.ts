import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
]

/** The anchors of a page, made of its headings as GitHub does. */
const anchorsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

const brokenLinks = (page: string): string[] =>
  [...textOf(page).matchAll(/\]\(([\w./-]+\.\w+)?(?:#([\w-]+))?\)/g)].flatMap(([, file, anchor]) => {
    const path = file === undefined ? page : join(dirname(page), file)
    if (!existsSync(join(root, path))) return [path]
    return anchor === undefined || anchorsOf(path).includes(anchor) ? [] : [`${path}#${anchor}`]
  })

test.each(documents)('%s links to pages, sections and pictures that there are', (page) => {
  expect(brokenLinks(page)).toEqual([])
})

test('documents show each picture of docs/screens, of which there are twelve at most', () => {
  const pictures = readdirSync(join(root, 'docs/screens'))
  const texts = documents.map(textOf).join('\n')

  expect(pictures.length).toBeLessThanOrEqual(12)
  expect(pictures.filter((name) => !texts.includes(`screens/${name}`))).toEqual([])
})

test('documents for people, which are not generated, have at most 220 kB together', () => {
  const forPeople = documents.filter((path) => !path.startsWith('docs/generated/'))
  const bytes = forPeople.reduce((sum, path) => sum + Buffer.byteLength(textOf(path)), 0)

  expect(bytes).toBeLessThanOrEqual(220 * 1024)
})
