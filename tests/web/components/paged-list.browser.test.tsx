import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { ApiProblem } from '#web/lib/api-problem.ts'
import type { ListQuery } from '#web/lib/queries.ts'

type Callback = (entries: { isIntersecting: boolean }[]) => void

/** The observers of the end of the list, told by the test what a browser would tell them. */
let observers: Set<Callback>
const report = (...entries: boolean[]) => {
  for (const tell of observers) tell(entries.map((isIntersecting) => ({ isIntersecting })))
}

beforeEach(() => {
  observers = new Set()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: Callback
      constructor(tell: Callback) {
        this.tell = tell
      }
      observe() {
        observers.add(this.tell)
      }
      disconnect() {
        observers.delete(this.tell)
      }
    },
  )
})
const pageOf = (cursor: string | null) =>
  cursor === null ? { rows: ['one'], total: 2, next: '2' } : { rows: ['two'], total: 2, next: null }

const query: ListQuery<string> = {
  queryKey: ['clients', 'list', '/api/clients', {}, {}],
  queryFn: async ({ pageParam }) => pageOf(pageParam.cursor),
  initialPageParam: { cursor: null, limit: 1 },
  getNextPageParam: ({ next }) => (next === null ? null : { cursor: next, limit: 1 }),
}

const openList = async () => {
  const screen = await renderApp(
    <PagedList query={query} nouns={['word', 'words']} empty="None">
      {(rows) => <p>{rows.join(' ')}</p>}
    </PagedList>,
  )
  await expect.element(screen.getByText('one', { exact: true })).toBeVisible()
  await expect.poll(() => observers.size).toBe(1)
  return screen
}

test.each([
  ['when the end comes near', [true]],
  ['after a fast scroll that reports leaving and reaching the end at once', [false, true]],
])('the next page loads %s', async (_, entries) => {
  const screen = await openList()
  report(...entries)
  await expect.element(screen.getByText('one two')).toBeVisible()
})

test('the form below a list shows once the list is there, so that it is not pushed away', async () => {
  const { promise: coming, resolve: arrive } = Promise.withResolvers<void>()
  const slow: ListQuery<string> = {
    ...query,
    queryKey: ['clients', 'list', 'slow', {}, {}],
    queryFn: async () => {
      await coming
      return { rows: ['one'], total: 1, next: null }
    },
  }
  const screen = await renderApp(
    <>
      <PagedList query={slow} nouns={['word', 'words']} empty="None">
        {(rows) => <p>{rows}</p>}
      </PagedList>
      <section data-panel>The form below</section>
    </>,
  )
  const form = screen.getByText('The form below')

  const waiting = screen.getByRole('status', { name: 'Loading words' })
  await expect.element(waiting).toBeVisible()
  expect(waiting.element().querySelector('.mantine-Loader-root')).toBeVisible()
  await expect.element(form).not.toBeVisible()
  arrive()
  await expect.element(form).toBeVisible()
})

test('[STATE-31] a list that cannot be loaded says so, and is there with another try', async () => {
  let isDown = true
  const failing: ListQuery<string> = {
    ...query,
    queryKey: ['clients', 'list', 'failing', {}, {}],
    queryFn: async () => {
      if (isDown) throw new ApiProblem(500, 'Something went wrong. Please try again or contact customer support.')
      return { rows: ['one'], total: 1, next: null }
    },
  }
  const screen = await renderApp(
    <PagedList query={failing} nouns={['word', 'words']} empty="None">
      {(rows) => <p>{rows}</p>}
    </PagedList>,
  )
  const told = screen.getByRole('alert')
  await expect.element(told.getByText('Something went wrong.', { exact: false })).toBeVisible()

  isDown = false
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('one', { exact: true })).toBeVisible()
  await expect.element(told).not.toBeInTheDocument()
})

type ChangingProps = { changed: readonly unknown[]; coming: Promise<void> }

/** A list whose row asks for it by another key, and gets that as soon as it comes. */
const ChangingList = ({ changed, coming }: ChangingProps) => {
  const [key, setKey] = useState(query.queryKey)
  const list: ListQuery<string> = {
    ...query,
    queryKey: key,
    queryFn: async () => {
      if (key === changed) await coming
      return { rows: [key === changed ? 'after' : 'before'], total: 1, next: null }
    },
  }
  return (
    <PagedList query={list} nouns={['word', 'words']} empty="None">
      {(rows) => (
        <button type="button" onClick={() => setKey(changed)}>
          {rows}
        </button>
      )}
    </PagedList>
  )
}

test('a list stays until it is there in another order, and with it the focus on what sorts it', async () => {
  const { promise: coming, resolve: arrive } = Promise.withResolvers<void>()
  const changed = ['clients', 'list', '/api/clients', {}, { sort: '-name' }]
  const screen = await renderApp(<ChangingList changed={changed} coming={coming} />)
  await screen.getByRole('button', { name: 'before' }).click()

  await expect.element(screen.getByRole('button', { name: 'before' })).toHaveFocus()
  arrive()
  await expect.element(screen.getByRole('button', { name: 'after' })).toHaveFocus()
})

test('the list of another record does not begin with the rows of the last one', async () => {
  const { promise: coming, resolve: arrive } = Promise.withResolvers<void>()
  const changed = ['clients', 'list', '/api/clients', { id: '2' }, {}]
  const screen = await renderApp(<ChangingList changed={changed} coming={coming} />)
  await screen.getByRole('button', { name: 'before' }).click()

  await expect.element(screen.getByRole('status', { name: 'Loading words' })).toBeVisible()
  arrive()
  await expect.element(screen.getByRole('button', { name: 'after' })).toBeVisible()
})

test('a total that is a lower bound is not exact: nothing is done to so many records', async () => {
  const totalOf = async (isAtLeast: boolean) => {
    const page = { rows: ['one'], total: 1000, next: null, ...(isAtLeast ? { isAtLeast } : {}) } as const
    const asked: ListQuery<string> = {
      ...query,
      queryKey: [...query.queryKey, isAtLeast],
      queryFn: async () => ({ ...page, rows: [...page.rows] }),
    }
    return renderApp(
      <PagedList query={asked} nouns={['word', 'words']} empty="None">
        {(_rows, total, isExact) => <p>{isExact ? `all ${total}` : 'some'}</p>}
      </PagedList>,
    )
  }

  await expect.element((await totalOf(true)).getByText('some', { exact: true })).toBeVisible()
  await expect.element((await totalOf(false)).getByText('all 1000')).toBeVisible()
})

/** A list that a button narrows no more; the rest of it comes later. */
const NarrowedList = ({ coming }: { coming: Promise<void> }) => {
  const [narrowed, setNarrowed] = useState(true)
  const list: ListQuery<string> = {
    ...query,
    queryKey: ['clients', 'list', '/api/clients', {}, narrowed ? { site: '1' } : {}],
    queryFn: async () => {
      if (narrowed) return { rows: [], total: 0, next: null }
      await coming
      return { rows: ['all'], total: 1, next: null }
    },
  }
  return (
    <PagedList
      query={list}
      nouns={['word', 'words']}
      search={{ typed: '', text: '', setTyped: () => undefined }}
      filtered={narrowed}
      filter={
        <button type="button" onClick={() => setNarrowed(false)}>
          Clear
        </button>
      }
      empty="None"
    >
      {(rows) => <p>{rows}</p>}
    </PagedList>
  )
}

test('filters stay as they are while the list comes without them', async () => {
  const { promise: coming, resolve: arrive } = Promise.withResolvers<void>()
  const screen = await renderApp(<NarrowedList coming={coming} />)
  const clear = screen.getByRole('button', { name: 'Clear' })
  await expect.element(screen.getByText('No results')).toBeVisible()

  await clear.click()

  await expect.element(screen.getByRole('status', { name: 'Loading words' })).toBeVisible()
  await expect.element(clear).toHaveFocus()
  arrive()
  await expect.element(screen.getByText('all', { exact: true })).toBeVisible()
  await expect.element(clear).toHaveFocus()
})
