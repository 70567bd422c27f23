import { expect, it } from 'vitest'
import { openPace } from '#cli/output/rate.ts'

const watching = (total: number) => {
  let now = 0
  const pace = openPace(total, () => now)
  return (second: number, done: number) => {
    now = second * 1000
    return pace(done)
  }
}

it('shows how fast work goes, and how long the rest takes', () => {
  const at = watching(100_000)
  expect(at(1, 0)).toEqual({ rate: 0, left: '?' })
  expect(at(2, 20)).toEqual({ rate: 10, left: '2 h 47 min' })
  expect(at(4, 1000)).toEqual({ rate: 250, left: '6 min 36 s' })
  expect(at(5, 50_000)).toEqual({ rate: 10_000, left: '5 s' })
  expect(at(6, 100_000).left).toBe('0 s')
})

it('forgets what went fast at first, such as rows that an earlier try has brought in', () => {
  const at = watching(100_000)
  for (let second = 1; second <= 60; second += 1) at(second, 50_000 + second * 100)
  expect(at(61, 56_100)).toEqual({ rate: 100, left: '7 min 19 s' })
})
