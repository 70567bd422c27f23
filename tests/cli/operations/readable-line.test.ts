import { describe, expect, it } from 'vitest'
import { readableLine } from '#cli/operations/supervise.ts'

describe('a log line in a terminal', () => {
  it('shows time, level, message and plain fields', () => {
    const time = new Date(2026, 0, 2, 9, 30, 5).getTime()
    const line = JSON.stringify({
      level: 30,
      time,
      pid: 7,
      hostname: 'h',
      msg: 'listening',
      port: 3000,
      req: { id: 1 },
    })

    expect(readableLine(line)).toBe('09:30:05 info listening port=3000')
  })

  it('shows an error with its stack below', () => {
    const time = new Date(2026, 0, 2, 9, 30, 5).toISOString()
    const line = JSON.stringify({
      level: 50,
      time,
      msg: 'failed',
      err: { message: 'no', stack: 'Error: no\n    at x' },
    })

    expect(readableLine(line)).toBe('09:30:05 error failed\nError: no\n    at x')
  })

  it('begins no line of its own for what a value holds, and steers no terminal', () => {
    const time = new Date(2026, 0, 2, 9, 30, 5).getTime()
    const forged = 'x\n09:30:06 error all is lost\u001b[2J'
    const line = JSON.stringify({ level: 30, time, msg: forged, stream: forged, err: { message: 'a\u001b[2Jb' } })

    const shown = readableLine(line)

    expect(shown.split('\n')).toHaveLength(2)
    expect(shown).not.toMatch(/[^\P{Cc}\n]/u)
  })

  it.each(['plain words', '{"half":', '{"no":"level"}', ''])('leaves %j as it is', (line) => {
    expect(readableLine(line)).toBe(line)
  })
})
