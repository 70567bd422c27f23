import { expect, test } from 'vitest'
import { HttpProblem } from '#api/http/problem.ts'
import { openCurrentRights } from '#api/read-side/current-rights.ts'
import { memoryStores } from '#tests/support/in-memory/stores.ts'

/** Rights of read models at position 5 of a log that ends at 9; `reaches` says whether they come so far. */
const openRights = (reaches = true, isListening = true) => {
  const { tell, hear } = memoryStores().replicas.endedRights
  const asked: string[] = []
  const at = { position: '5' }
  let looks = 0
  const find = openCurrentRights({
    heard: { ...hear(), isListening: () => isListening },
    lastPosition: async () => {
      looks += 1
      return '9'
    },
    projector: { standing: () => ({ upTo: at.position, movingUpTo: at.position, allMove: true }) },
    reached: async (position) => {
      asked.push(position)
      if (reaches) at.position = position
      return reaches
    },
    longestWait: 2000,
    names: [],
  })
  return { tell, find, asked, at, looks: () => looks }
}

const noIds = () => []

test('all who bring an unknown credential at a moment share one look at the log', async () => {
  const { find, asked, looks } = openRights()

  const found = await Promise.all(Array.from({ length: 1000 }, () => find(() => undefined, noIds)))

  expect(new Set(found)).toEqual(new Set([undefined]))
  expect([looks(), asked]).toEqual([1, ['9']])
})

test('who comes after a look has begun is looked for again: it may know nothing of them', async () => {
  const { find, looks } = openRights()

  await find(() => undefined, noIds)
  await find(() => undefined, noIds)

  expect(looks()).toBe(2)
})

test('a credential that is known, and of which nothing was told, waits for nothing', async () => {
  const { find, asked, looks, tell } = openRights()
  await tell(['eve'], '9')

  expect(
    await find(
      () => 'ann',
      () => ['ann', null, undefined],
    ),
  ).toBe('ann')
  expect([asked, looks()]).toEqual([[], 0])
})

test('a credential whose rights have ended is looked up once the read models hold that end', async () => {
  const { find, asked, at, tell } = openRights()
  await tell(['ann'], '7')

  expect(
    await find(
      () => (at.position === '5' ? 'ann' : undefined),
      (id) => [id],
    ),
  ).toBeUndefined()
  expect(asked).toEqual(['7'])
})

test('where the read models do not come so far, the credential is not served by what they held before', async () => {
  const { find, tell } = openRights(false)
  await tell(['ann'], '7')

  const refusal = await find(
    () => 'ann',
    (id) => [id],
  ).catch((error: unknown) => error)

  expect(refusal).toBeInstanceOf(HttpProblem)
  expect(refusal).toMatchObject({ status: 503 })
})

test('a replica that is not told what ends looks at the log for everybody', async () => {
  const { find, looks, at } = openRights(true, false)

  expect(await find(() => (at.position === '5' ? 'ann' : undefined), noIds)).toBeUndefined()
  expect(looks()).toBe(1)
})
