import { beforeEach, describe, expect, test } from 'vitest'
import { openFreshness } from '#api/read-side/freshness.ts'

describe('what is read is current', () => {
  let time: number
  let end: string
  let held: string
  let asked: number
  let answers: boolean
  beforeEach(() => {
    ;[time, end, held, asked, answers] = [0, '7', '7', 0, true]
  })
  const open = () =>
    openFreshness({
      lastPosition: async () => {
        asked += 1
        if (!answers) throw new Error('away')
        return end
      },
      reached: async (position) => BigInt(held) >= BigInt(position),
      now: () => time,
    })

  test('[D-105] while it holds the log of at most five seconds ago', async () => {
    const isFresh = open()
    expect(await isFresh()).toBe(true)

    end = '9'
    time = 4999
    expect(await isFresh()).toBe(true)
    time = 6000
    expect(await isFresh()).toBe(false)

    held = '9'
    time = 7001
    expect(await isFresh()).toBe(true)
  })

  test('[D-105] no longer than 15 seconds where the log does not answer, since it may have moved on', async () => {
    const isFresh = open()
    expect(await isFresh()).toBe(true)
    answers = false

    time = 14_000
    expect(await isFresh()).toBe(true)
    time = 15_001
    expect(await isFresh()).toBe(false)
  })

  test('and is measured now and then only, and by one request for all', async () => {
    const isFresh = open()
    await Promise.all([isFresh(), isFresh(), isFresh()])
    time = 1999
    expect([isFresh(), asked]).toEqual([true, 1])

    time = 2000
    expect([isFresh(), isFresh(), asked]).toEqual([true, true, 2])
  })
})
