import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { loadTab } from '#web/routes/dashboard-tabs.tsx'

// The code of the tabs is not what is asked for here.
vi.mock('#web/lib/retrying-import.ts', () => ({ retryingImport: () => async () => ({}) }))

const { sent } = fakeApi()
const script = readFileSync(new URL('../../web/public/first-list.js', import.meta.url), 'utf8')

beforeEach(() => void vi.stubGlobal('document', { querySelector: () => null }))

/** Tells the page that something of it has come. */
let tell: (come: string) => void
const fonts = { load: vi.fn() }
class Watcher {
  readonly #told: (loaded: object) => void
  constructor(told: (loaded: object) => void) {
    this.#told = told
  }
  observe() {
    tell = (come) => this.#told({ getEntriesByName: (name: string) => (name === come ? [come] : []) })
  }
  disconnect() {
    tell = () => undefined
  }
}

/** The requests of a page at this address before the app is there; `code` are those of the app's code that are named. */
const askedFirst = (address: string, guest = 'false', code = {}): unknown[] => {
  const links: { href: string }[] = []
  runInNewContext(script, {
    window: { location: new URL(address, 'http://localhost') },
    PerformanceObserver: Watcher,
    document: {
      fonts,
      querySelector: () => ({ getAttribute: () => guest }),
      scripts: [{ type: 'module', src: '/assets/app.js' }],
      createElement: () => ({}),
      currentScript: { dataset: code },
      head: { append: (link: { href: string }) => links.push(link) },
    },
  })
  return links.map(({ href }) => href)
}

test.each([
  '',
  '#/clients',
  '#/sites',
  '#/visits',
  '#/categories',
  '#/files',
  '#/documents',
  '#documents',
  '#/nothing',
])('the dashboard%s asks first for what the app asks for, so that nothing is asked for twice', async (hash) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  void loadTab(queries, { hash: hash.slice(1), search: {} })
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))

  expect(askedFirst(`/dashboard${hash}`)).toEqual(sent.map(({ path }) => path))
})

test('a list that is searched, narrowed or sorted is left to the app, and so is every other page', () => {
  expect(askedFirst('/dashboard?search=quay')).toEqual([])
  expect(askedFirst('/dashboard?sort=-name#/sites')).toEqual([])
  expect(askedFirst('/dashboard/sites/1#/visits')).toEqual([])
  expect(askedFirst('/settings')).toEqual([])
})

test('for a guest nothing is asked', () => {
  expect(askedFirst('/dashboard', 'true')).toEqual([])
})

test('the code of the chosen tab is asked for beside the app, unless it is a part of that', () => {
  const code = { dashboard: '/dashboard.js /dashboard.css', forms: '/forms.js', lists: '/lists.js' }

  expect(askedFirst('/dashboard?sort=-name#/sites', 'false', code)).toEqual([
    '/dashboard.js',
    '/dashboard.css',
    '/forms.js',
    '/lists.js',
  ])
  expect(askedFirst('/dashboard', 'false', code)).toEqual(['/api/clients?limit=50'])
})

test('the font, which would delay the app, is asked for once the code of the app has come', () => {
  askedFirst('/login', 'true')
  tell('/assets/app.css')
  expect(fonts.load).not.toHaveBeenCalled()

  tell('/assets/app.js')
  tell('/assets/app.js')
  expect(fonts.load.mock.calls).toEqual([['1rem "Inter Variable"']])
})
