import { describe, expect, test } from 'vitest'
import { openPlanChanges } from '#api/services/billing/plan-changes.ts'

describe('a change of plan in one process', () => {
  const world = () => {
    const listed = { upTo: '0' }
    return { listed, changes: openPlanChanges(() => listed.upTo) }
  }

  test('[D-77] counts from its beginning until the read models hold its order', async () => {
    const { listed, changes } = world()
    const { promise: placed, resolve } = Promise.withResolvers<{ position: string }>()

    const change = changes.change('team', 'starter', () => placed)
    expect(changes.plansOf('team')).toEqual(['starter'])
    expect(changes.plansOf('another')).toEqual([])
    resolve({ position: '7' })
    await change

    expect(changes.plansOf('team')).toEqual(['starter'])
    listed.upTo = '7'
    expect(changes.plansOf('team')).toEqual([])
  })

  test('counts no more once it was refused, or nothing was ordered; another one goes on', async () => {
    const { changes } = world()
    void changes.change('team', 'starter', () => new Promise<{ position: string }>(() => {}))

    await expect(changes.change('team', 'solo', () => Promise.reject(new Error('too small')))).rejects.toThrow('small')
    await changes.change('team', 'solo', async () => ({ position: null }))

    expect(changes.plansOf('team')).toEqual(['starter'])
  })

  test('[D-77] waits for what its limits did not count for, done or failed, and for nothing that begins later', async () => {
    const { changes } = world()
    const first = Promise.withResolvers<string>()
    const second = Promise.withResolvers<string>()
    const log: string[] = []
    const written = (account: string, write: Promise<string>) =>
      changes
        .allowed([account, 'owner'], () => write)
        .then(
          (what) => log.push(what),
          () => log.push('failed'),
        )
    const before = [written('team', first.promise), written('another team', second.promise)]

    const change = changes.change('owner', 'solo', async () => {
      log.push('ordered')
      return { position: null }
    })
    void written('team', new Promise(() => {}))
    first.resolve('invited')
    await before[0]
    second.reject(new Error('away'))
    await Promise.all([...before, change])

    expect(log).toEqual(['invited', 'failed', 'ordered'])
  })
})
