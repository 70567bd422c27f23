import { expect, it } from 'vitest'
import { inLists, inOrder, together } from '#api/imports/in-order.ts'

it('makes lists of so many, the last one shorter', () => {
  expect([...inLists([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...inLists([], 2)]).toEqual([])
})

it('does many at a time, and answers in their order', async () => {
  const gates = [0, 1, 2].map(() => Promise.withResolvers<string>())
  const begun: number[] = []
  const answers = inOrder([0, 1, 2], 2, (item) => {
    begun.push(item)
    return gates[item]?.promise ?? Promise.reject(new Error('unknown'))
  })
  const first = answers.next()
  gates[1]?.resolve('b')
  expect(begun).toEqual([0, 1])
  gates[0]?.resolve('a')
  expect((await first).value).toBe('a')
  gates[2]?.resolve('c')
  expect([(await answers.next()).value, (await answers.next()).value]).toEqual(['b', 'c'])
})

it('throws a failure only when nothing is under way any more', async () => {
  const slow = Promise.withResolvers<string>()
  let over = false
  const all = together([true, false], (fails) => (fails ? Promise.reject(new Error('refused')) : slow.promise)).finally(
    () => {
      over = true
    },
  )
  const failed = expect(all).rejects.toThrow('refused')
  await new Promise((resolve) => setImmediate(resolve))
  expect(over).toBe(false)
  slow.resolve('done')
  await failed
})
