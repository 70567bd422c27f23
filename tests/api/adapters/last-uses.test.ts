import type { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { redisLastUses } from '#api/adapters/last-uses.ts'

describe('uses that are noted in Redis', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 2, 9, 10) }))
  afterEach(() => void vi.useRealTimers())

  test('cost one write an hour', () => {
    const set = vi.fn(() => Promise.resolve('OK'))
    const uses = redisLastUses({ set } as unknown as Redis)

    for (const id of ['one', 'one', 'other']) uses.note(id)
    expect(set).toHaveBeenCalledTimes(2)
    vi.setSystemTime(Date.UTC(2026, 2, 2, 10))
    uses.note('one')
    expect(set).toHaveBeenCalledTimes(3)
  })

  test('are noted by the next call where Redis did not answer', async () => {
    const set = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('Command timed out'))
    const uses = redisLastUses({ set: set.mockResolvedValue('OK') } as unknown as Redis)

    uses.note('one')
    await vi.waitFor(() => {
      uses.note('one')
      expect(set).toHaveBeenCalledTimes(2)
    })
  })

  test('are none where somebody else has written', async () => {
    const mget = () => Promise.resolve([null, 'yesterday', '-1', '492033'])
    const uses = redisLastUses({ mget } as unknown as Redis)

    expect(await uses.of(['a', 'b', 'c', 'd'])).toEqual([null, null, null, '2026-02-17T09:00:00.000Z'])
    expect(await uses.of([])).toEqual([])
  })
})
