import { expect, test } from 'vitest'
import { createTurns } from '#api/renderer/turns.ts'

const minute = 60_000

/** Turns with a clock of their own, and items named by holder and number. */
const given = () => {
  let now = 0
  const turns = createTurns<string>(() => now)
  const add = (holder: string, count: number) =>
    Array.from({ length: count }, (_, index) => turns.add(holder, `${holder}${index + 1}`))
  /** The items that are next while none of them ends. */
  const next = (count: number) => Array.from({ length: count }, () => turns.next())
  const timeOut = (holder: string, times: number) => {
    for (let n = 0; n < times; n += 1) {
      turns.add(holder, 'slow')
      turns.next()
      turns.done(holder, { timedOut: true })
    }
  }
  const pass = (minutes: number) => {
    now += minutes * minute
  }
  return { turns, add, next, timeOut, pass }
}

test('holders take turns, however many documents one has', () => {
  const { add, next } = given()
  add('a', 4)
  expect(next(1)).toEqual(['a1'])

  add('b', 2)
  add('c', 1)

  expect(next(7)).toEqual(['b1', 'c1', 'a2', 'b2', 'a3', 'a4', undefined])
})

test('one holder uses every renderer while nobody else waits', () => {
  const { add, next } = given()
  add('a', 3)

  expect(next(2)).toEqual(['a1', 'a2'])
})

test('a holder with a time-out has one document opened and one waiting, until ten minutes later', () => {
  const { turns, add, next, timeOut, pass } = given()
  timeOut('a', 1)

  expect(add('a', 3)).toEqual([true, true, false])
  expect(next(2)).toEqual(['a1', undefined])
  turns.done('a', { timedOut: false })
  expect(next(2)).toEqual(['a2', undefined])

  pass(11)
  expect(add('a', 3)).toEqual([true, true, true])
  expect(next(2)).toEqual(['a1', 'a2'])
})

test('a first time-out gives back what waits behind the next document', () => {
  const { turns, add, next } = given()
  add('a', 5)
  next(2)

  expect(turns.done('a', { timedOut: true })).toEqual(['a4', 'a5'])
  expect(turns.done('a', { timedOut: true })).toEqual([])
  expect(next(1)).toEqual(['a3'])
})

test('a holder with three time-outs comes after everybody else', () => {
  const { add, next, timeOut } = given()
  timeOut('slow', 3)
  add('slow', 1)
  add('a', 2)
  add('b', 1)

  expect(next(4)).toEqual(['a1', 'b1', 'a2', 'slow1'])
})
