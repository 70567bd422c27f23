import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { goesOnWords } from '#web/components/pause-note.tsx'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { untilAccepted } from '#web/lib/until-accepted.ts'

vi.mock('#web/lib/settings.ts', () => ({ timeZone: () => 'UTC' }))
vi.mock('#web/lib/connection.ts', () => ({ whenOnline: async () => undefined }))

const now = Date.parse('2026-11-24T10:00:00.000Z')
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

/** A call that is refused like this, so many times, and then accepted; with when it was made, in seconds from now. */
const refusedFor = (times: number, problem: () => unknown) => {
  const at: number[] = []
  const act = async (): Promise<string> => {
    at.push((Date.now() - now) / 1000)
    if (at.length <= times) throw problem()
    return 'accepted'
  }
  return { at, act }
}
const refusal = (status: number, retryAfter?: number) => () =>
  new ApiProblem(status, 'Too many at once. Please try again in a moment.', {}, false, retryAfter)

const outcomeOf = (sending: Promise<string>) => sending.catch((error: ApiProblem) => error.status)

describe('an upload', () => {
  test('[D-116] waits for as long as the server asks, and goes on by itself', async () => {
    const { at, act } = refusedFor(1, refusal(429, 3600))
    const told = vi.fn()

    const sending = untilAccepted(act, new AbortController().signal, told)
    await vi.advanceTimersByTimeAsync(3_600_000)

    expect([await sending, at]).toEqual(['accepted', [0, 3600]])
    const pause = { reason: 'Too many at once.', until: now + 3_600_000 }
    expect(told.mock.calls).toEqual([[pause], [undefined]])
  })

  test('asks less and less often where it is refused again', async () => {
    const { at, act } = refusedFor(7, refusal(429, 1))

    const sending = untilAccepted(act, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(100_000)

    expect([await sending, at]).toEqual(['accepted', [0, 1, 3, 7, 15, 31, 61, 91]])
  })

  test.each([
    ['a lost connection', 3, refusal(0)],
    ['a connection that is too slow', 3, refusal(408)],
    ['a server without room', 5, refusal(503, 60)],
    ['a server that does not say when', 1, refusal(503)],
    ['a ceiling', 100, refusal(429, 1)],
    ['a refusal', 1, refusal(422)],
  ])('%s is met at most %d times', async (_, most, problem) => {
    const { at, act } = refusedFor(1000, problem)

    const outcome = outcomeOf(untilAccepted(act, new AbortController().signal))
    await vi.advanceTimersByTimeAsync(4_000_000)

    expect([await outcome, at.length]).toEqual([problem().status, most])
  })

  test('that waits can be called off', async () => {
    const { at, act } = refusedFor(1, refusal(429, 3600))
    const control = new AbortController()

    const outcome = outcomeOf(untilAccepted(act, control.signal))
    await vi.advanceTimersByTimeAsync(1000)
    control.abort()

    expect([await outcome, at]).toEqual([429, [0]])
  })
})

const inLondon = { querySelector: () => ({ content: 'Europe/London' }) }

test.each([
  [1, 'We’ll continue in 1 second.'],
  [60, 'We’ll continue in 60 seconds.'],
  [3600, 'We’ll continue at 11:00 AM.'],
  [14 * 3600, 'We’ll continue on November 25th, 2026 12:00 AM.'],
])('after %d seconds: %s', (seconds, words) => {
  vi.stubGlobal('document', inLondon)
  onTestFinished(() => void vi.unstubAllGlobals())

  expect(goesOnWords(now + 1000 * seconds, now)).toBe(words)
})
