import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepTokenFresh } from '#web/routes/session-keeper.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('[STATE2-43] [CONST2-01] refreshes every 4 minutes', () => {
  const refresh = vi.fn()
  keepTokenFresh(refresh)

  vi.advanceTimersByTime(239_999)
  expect(refresh).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(240_000)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('[STATE2-44] [CONST2-02] [CONST2-03] a check every 5 seconds refreshes once 5 minutes have passed', () => {
  const refresh = vi.fn()
  keepTokenFresh(refresh)

  // The machine slept: the clock goes on, timers do not.
  vi.setSystemTime(Date.now() + 299_999 - 5000)
  vi.advanceTimersByTime(5000)
  expect(refresh).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(5000)
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('stops when it is closed', () => {
  const refresh = vi.fn()
  keepTokenFresh(refresh)()

  vi.advanceTimersByTime(600_000)

  expect(refresh).not.toHaveBeenCalled()
})
