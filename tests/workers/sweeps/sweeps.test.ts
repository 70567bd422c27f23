import { describe, expect, test, vi } from 'vitest'
import type { LeftOutPass } from '#schemas/resources/queues.ts'
import { openSweeps } from '#workers/sweeps/sweeps.ts'

const now = new Date('2026-04-01T10:00:00.000Z')

/** Sweeps over two read models, whose state and log a test moves. */
const world = () => {
  const models = {
    trash: { name: 'trash', position: '5' as string | null, failed: null as string | null },
    grants: { name: 'grants', position: '5' as string | null, failed: null as string | null },
  }
  const log = { end: '5' as string | null, away: false }
  const done: string[] = []
  const catchUp = vi.fn()
  const warn = vi.fn()
  const noteLeftOut = vi.fn(async (_: readonly LeftOutPass[]) => {})
  const pass = (by: keyof typeof models) => ({ by, run: async () => void done.push(by) })
  const passes = [pass('trash'), pass('grants')]
  const lastPosition = async () => {
    if (log.away) throw new Error('away')
    return log.end
  }
  const states = () => Object.values(models) as never
  const sweeps = openSweeps({ ledger: { lastPosition }, states, catchUp, passes, noteLeftOut, log: { warn } })
  const sweep = async (minutes = 0) => {
    done.length = 0
    await sweeps.sweep(new Date(now.getTime() + minutes * 60_000))
    return [...done]
  }
  return { models, log, passes, catchUp, warn, noteLeftOut, sweep, sweeps }
}

describe('sweeps', () => {
  test('do nothing the first time, as nobody knows yet how far the log goes', async () => {
    const { sweep } = world()

    expect(await sweep()).toEqual([])
    expect(await sweep()).toEqual(['trash', 'grants'])
  })

  test('skip what works on a read model that lacks events of the sweep before, and have it caught up', async () => {
    const { models, log, catchUp, sweep } = world()
    await sweep()
    expect(catchUp).not.toHaveBeenCalled()

    log.end = '9'
    expect(await sweep()).toEqual(['trash', 'grants'])
    expect(catchUp).toHaveBeenCalledTimes(1)
    models.trash.position = '8'
    models.grants.position = '9'
    expect(await sweep()).toEqual(['grants'])
    models.trash.position = '9'
    expect(await sweep()).toEqual(['trash', 'grants'])
  })

  test('skip what works on a read model that has failed, or has read nothing', async () => {
    const { models, sweep } = world()
    await sweep()

    models.trash.failed = 'An event cannot be read'
    expect(await sweep()).toEqual(['grants'])
    models.trash.failed = null
    models.trash.position = null
    expect(await sweep()).toEqual(['grants'])
  })

  test('tell once, and note each time, what has been left out for five minutes, until it runs again', async () => {
    const { models, warn, noteLeftOut, sweep } = world()
    await sweep()
    await sweep()
    models.trash.failed = 'An event cannot be read'
    models.grants.position = '4'

    await sweep(1)
    await sweep(5.9)
    expect(warn).not.toHaveBeenCalled()
    models.grants.position = '5'
    await sweep(6)
    const since = new Date(now.getTime() + 60_000).toISOString()
    const reason = 'An event cannot be read'
    expect(warn.mock.calls).toEqual([[{ since, reason }, 'sweep pass left out: trash']])
    expect(noteLeftOut.mock.lastCall?.[0]).toEqual([{ name: 'trash', since, reason }])
    await sweep(7)
    expect([warn.mock.calls.length, noteLeftOut.mock.calls.length]).toEqual([1, 2])

    models.trash.failed = null
    expect(await sweep(8)).toEqual(['trash', 'grants'])
    models.trash.failed = 'Again'
    await sweep(9)
    await sweep(13)
    expect([warn.mock.calls.length, noteLeftOut.mock.calls.length]).toEqual([1, 2])
  })

  test('go on after a pass that fails, and after the event store was away', async () => {
    const { log, passes, warn, sweep } = world()
    await sweep()
    const [first] = passes
    if (first) first.run = () => Promise.reject(new Error('full'))

    expect(await sweep()).toEqual(['grants'])
    expect(warn).toHaveBeenLastCalledWith({ error: 'full' }, 'sweep pass failed: trash')
    log.away = true
    expect(await sweep()).toEqual([])
    log.away = false
    expect(await sweep()).toEqual(['grants'])
  })

  test('never overlap', async () => {
    const { sweeps, passes } = world()
    await sweeps.sweep(now)
    const runs = vi.fn(async () => {})
    const [first] = passes
    if (first) first.run = runs as never

    await Promise.all([sweeps.sweep(now), sweeps.sweep(now)])

    expect(runs).toHaveBeenCalledTimes(1)
  })
})
