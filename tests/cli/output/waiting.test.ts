import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { reportWaiting } from '#cli/output/progress.ts'
import { openTerminal } from '#cli/terminal.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const waiting = (json: boolean) => {
  const notes: string[] = []
  const terminal = { ...openTerminal(), note: (line: string) => void notes.push(line) }
  return { notes, end: reportWaiting({ json, terminal }, 'The server checks the file') }
}

it('says what is waited for once it takes long, and for how long now, until it has ended', () => {
  const { notes, end } = waiting(false)
  vi.advanceTimersByTime(2_900)
  expect(notes).toEqual([])
  vi.advanceTimersByTime(20_000)
  expect(notes).toEqual(['The server checks the file ...', 'The server checks the file, for 18 s now ...'])
  end()
  vi.advanceTimersByTime(60_000)
  expect(notes).toHaveLength(2)
})

it('says nothing to programs', () => {
  const { notes, end } = waiting(true)
  vi.advanceTimersByTime(60_000)
  end()
  expect(notes).toEqual([])
})
