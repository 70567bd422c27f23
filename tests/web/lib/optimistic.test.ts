import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { optimistically } from '#web/lib/optimistic.ts'

type Row = { id: string; name: string }

const list = ['clients', 'list', '/api/clients', {}, {}]
const choices = ['clients', 'choices', '/api/clients', {}]
const offer = ['clients', 'offer', '/api/clients', {}]
const one = ['clients', 'one', '/api/client/{id}', { id: 'a' }]
const ann = { id: 'a', name: 'Ann' }
const bob = { id: 'b', name: 'Bob' }
const cid = { id: 'c', name: 'Cid' }

let queries: QueryClient
beforeEach(() => {
  queries = new QueryClient()
  queries.setQueryData(list, {
    pages: [
      { rows: [ann, bob], total: 3, next: 'x', tag: 'W/"1"' },
      { rows: [cid], total: 3, next: null, tag: 'W/"2"' },
    ],
    pageParams: [null, 'x'],
  })
  queries.setQueryData(choices, [ann, bob, cid])
  queries.setQueryData(offer, { rows: [ann, bob], total: 3, next: 'x' })
  queries.setQueryData(one, ann)
})

const names = (rows: Row[]) => rows.map(({ name }) => name)
const shown = () => {
  const { pages } = queries.getQueryData<{ pages: { rows: Row[]; total: number }[] }>(list) ?? { pages: [] }
  const offered = queries.getQueryData<{ rows: Row[]; total: number }>(offer)
  return {
    offer: [...names(offered?.rows ?? []), offered?.total],
    list: names(pages.flatMap(({ rows }) => rows)),
    total: pages[0]?.total,
    choices: names(queries.getQueryData<Row[]>(choices) ?? []),
    one: queries.getQueryData<Row>(one)?.name,
  }
}

/** The text while the write is under way, and the function that ends the write. */
const whileActing = async (change: (row: Row) => Row | null, end: () => unknown) => {
  let during: ReturnType<typeof shown> | undefined
  const act = async () => {
    during = shown()
    return end()
  }
  const done = optimistically<Row, unknown>({ queries, resource: 'clients', ids: ['a'], change, act })
  const outcome = await done.catch((failure: unknown) => failure)
  return { during, outcome }
}

const before = {
  offer: ['Ann', 'Bob', 3],
  list: ['Ann', 'Bob', 'Cid'],
  total: 3,
  choices: ['Ann', 'Bob', 'Cid'],
  one: 'Ann',
}

test('a change shows in lists, choices and the record itself before it is written', async () => {
  const { during, outcome } = await whileActing(
    (row) => ({ ...row, name: 'Anna' }),
    () => 'saved',
  )

  expect(during).toEqual({
    offer: ['Anna', 'Bob', 3],
    list: ['Anna', 'Bob', 'Cid'],
    total: 3,
    choices: ['Anna', 'Bob', 'Cid'],
    one: 'Anna',
  })
  expect(outcome).toBe('saved')
  expect(shown()).toEqual(during)
})

test('what is deleted leaves its lists and their totals; its own page stands until it is left', async () => {
  const { during } = await whileActing(
    () => null,
    () => undefined,
  )

  expect(during).toEqual({ offer: ['Bob', 2], list: ['Bob', 'Cid'], total: 2, choices: ['Bob', 'Cid'], one: 'Ann' })
})

test('a failed write is rolled back and announced', async () => {
  const refusal = new Error('refused')
  const { during, outcome } = await whileActing(
    () => null,
    () => {
      throw refusal
    },
  )

  expect(during?.list).toEqual(['Bob', 'Cid'])
  expect(outcome).toBe(refusal)
  expect(shown()).toEqual(before)
})

test('queries that have shown the change are refetched', async () => {
  await whileActing(
    (row) => row,
    () => undefined,
  )

  expect(queries.getQueryState(list)?.isInvalidated).toBe(true)
})

test('a list that holds what the server has not answered has no tag, until the server refuses it', async () => {
  const tags = () => queries.getQueryData<{ pages: { tag?: string }[] }>(list)?.pages.map(({ tag }) => tag)
  let during: ReturnType<typeof tags>
  const act = async () => {
    during = tags()
    throw new Error('refused')
  }

  await optimistically<Row, unknown>({ queries, resource: 'clients', ids: ['a'], change: () => null, act }).catch(
    () => {},
  )

  expect(during).toEqual([undefined, undefined])
  expect(tags()).toEqual(['W/"1"', 'W/"2"'])
})
