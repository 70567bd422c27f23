import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Follower, follow } from '#api/event-store/follow.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import { onlyTypes } from '#api/event-store/only-types.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { freePort } from '#cli/operations/redis.ts'
import type { Place } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newClientId, newCommandId, newTeamId } from '#tests/support/new-ids.ts'

/** Keeps what it is given; `until` waits for so many events. */
const remembering = () => {
  const names: string[] = []
  let checkpoint: string | null = null
  let flushed = 0
  let look = () => {}
  const follower: Follower = {
    from: () => checkpoint,
    advance: ({ position }: Place, event?: RecordedEvent) => {
      checkpoint = position
      if (event?.type === 'ClientAdded') names.push(event.data.name)
      look()
    },
    unreadable: () => {},
    flush: () => {
      flushed = names.length
      look()
    },
  }
  const when = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (holds()) resolve()
      }
      look()
    })
  return {
    follower,
    names,
    untilAt: (position: string) => when(() => checkpoint === position),
    until: (count: number) => when(() => names.length >= count && flushed >= count),
  }
}

test('a follower that stops during a burst leaves nothing pending', async () => {
  vi.useFakeTimers()
  let advance: (place: Place) => void = () => {}
  const subscribe: Ledger['subscribe'] = (_from, listener) => {
    advance = listener.advance
    return { close: async () => {} }
  }
  const following = follow({ subscribe } as Ledger, remembering().follower, () => {})
  for (let position = 1; position <= 8; position += 1) advance({ position: `${position}`, id: '' })
  vi.advanceTimersByTime(0)
  expect(vi.getTimerCount()).toBe(1)

  await following.close()

  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('a follower that rests writes a single event at once, and together those that come while it rests', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let advance: (place: Place) => void = () => {}
  const subscribe: Ledger['subscribe'] = (_from, listener) => {
    advance = listener.advance
    return { close: async () => {} }
  }
  const flush = vi.fn()
  const following = follow({ subscribe } as Ledger, { ...remembering().follower, flush, rest: 20 }, () => {})
  const flushesAfter = (position: string, milliseconds: number) => {
    advance({ position, id: '' })
    vi.advanceTimersByTime(milliseconds)
    return flush.mock.calls.length
  }

  const flushes = [
    flushesAfter('1', 1),
    flushesAfter('2', 1),
    flushesAfter('3', 1),
    flushesAfter('4', 20),
    flushesAfter('5', 20),
  ]

  expect(flushes).toEqual([1, 1, 1, 2, 3])
  await following.close()
})

test('[D-110] a follower applies what it has received before the log is compared with the one that it knew', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const happened: string[] = []
  const listeners: Parameters<Ledger['subscribe']>[1][] = []
  const subscribe: Ledger['subscribe'] = (_from, listener) => {
    listeners.push(listener)
    return { close: async () => {} }
  }
  const idAt = async (position: string) => {
    happened.push(`compared at ${position}`)
    return 'eight'
  }
  let reached = '0'
  const follower: Follower = {
    from: () => reached,
    advance: ({ position }) => {
      reached = position
    },
    unreadable: () => {},
    flush: () => happened.push(`applied up to ${reached}`),
    places: () => [{ position: reached, id: 'eight' }],
  }
  const following = follow({ subscribe, idAt } as Ledger, follower, () => happened.push('was cut off'))

  for (let position = 1; position <= 8; position += 1) listeners[0]?.advance({ position: `${position}`, id: '' })
  listeners[0]?.ended(new Error('gone'))
  await vi.advanceTimersByTimeAsync(1000)

  expect(happened).toEqual(['applied up to 8', 'was cut off', 'compared at 0', 'compared at 8'])
  expect(listeners).toHaveLength(2)
  await following.close()
})

/** The next error in the process, which the present listeners do not get. */
const thrownIntoProcess = (): Promise<unknown> => {
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  return new Promise((resolve) => {
    process.once('unhandledRejection', (reason) => {
      for (const listener of listeners) process.on('unhandledRejection', listener)
      resolve(reason)
    })
  })
}

describe('[D-110] a follower at whose place another log has another event ends', () => {
  const foreign =
    'The event store has another log now, or an older copy of it: the next start builds the read models anew'
  const follower: Follower = {
    from: () => '8',
    advance: () => {},
    unreadable: () => {},
    flush: () => {},
    places: () => [{ position: '8', id: 'eight' }],
  }
  /** A log that is exchanged for one with other events, and nobody is told: no subscription ends. */
  const exchanged = () => {
    const listeners: Parameters<Ledger['subscribe']>[1][] = []
    let isExchanged = false
    const subscribe: Ledger['subscribe'] = (_from, listener) => {
      listeners.push(listener)
      return { close: async () => {} }
    }
    const idAt = async () => (isExchanged ? 'of another' : 'eight')
    const exchange = () => {
      isExchanged = true
    }
    return { ledger: { subscribe, idAt } as Partial<Ledger> as Ledger, listeners, exchange }
  }

  test('when its subscription has begun on that log unseen', async () => {
    const { ledger, listeners, exchange } = exchanged()
    const following = follow(ledger, follower, () => {})
    exchange()
    const thrown = thrownIntoProcess()

    listeners[0]?.caughtUp()

    expect(await thrown).toMatchObject({ message: foreign })
    await following.close()
  })

  test('when it is to subscribe again while that log comes back, before it has read anything of it', async () => {
    const { ledger, listeners, exchange } = exchanged()
    const following = follow(ledger, follower, () => {})
    listeners[0]?.ended(new Error('gone'))
    exchange()
    const thrown = thrownIntoProcess()

    following.again()

    expect(await thrown).toMatchObject({ message: foreign })
    expect(listeners).toHaveLength(1)
    await following.close()
  })

  test('though it has moved on in that log before it was compared', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { ledger, listeners, exchange } = exchanged()
    let place = { position: '8', id: 'eight' }
    const moving = { ...follower, places: () => [place] }
    const following = follow(
      { ...ledger, idAt: async (at) => (at === '9' ? 'nine' : ledger.idAt(at)) },
      moving,
      () => {},
    )
    exchange()
    place = { position: '9', id: 'nine' }
    const thrown = thrownIntoProcess()

    listeners[0]?.ended(new Error('gone'))
    vi.advanceTimersByTime(1000)

    expect(await thrown).toMatchObject({ message: foreign })
    await following.close()
  })
})

test('a follower subscribes again when the log that it follows cannot be compared', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const listeners: Parameters<Ledger['subscribe']>[1][] = []
  let closed = 0
  const subscribe: Ledger['subscribe'] = (_from, listener) => {
    listeners.push(listener)
    const close = async () => {
      closed += 1
    }
    return { close }
  }
  let answers = false
  const idAt = async () => {
    if (answers) return 'eight'
    throw new Error('no answer')
  }
  const reasons: (string | undefined)[] = []
  const follower = { ...remembering().follower, places: () => [{ position: '8', id: 'eight' }] }
  const following = follow({ subscribe, idAt } as Partial<Ledger> as Ledger, follower, (reason) =>
    reasons.push(reason?.message),
  )

  listeners[0]?.caughtUp()
  await vi.advanceTimersByTimeAsync(0)
  answers = true
  await vi.advanceTimersByTimeAsync(1000)

  expect([reasons, closed, listeners.length]).toEqual([['no answer'], 1, 2])
  await following.close()
})

test('a follower is there again within a second of a log that was away for a minute, and says once that it was', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let isThere = false
  let followed = 0
  const reasons: unknown[] = []
  const subscribe: Ledger['subscribe'] = (_from, listener) => {
    if (isThere) followed += 1
    else setImmediate(() => listener.ended(new Error('no leader')))
    return { close: async () => {} }
  }
  const following = follow({ subscribe } as Ledger, remembering().follower, (reason) => reasons.push(reason))
  await vi.advanceTimersByTimeAsync(60_000)

  isThere = true
  await vi.advanceTimersByTimeAsync(1000)

  expect([followed, reasons]).toEqual([1, [new Error('no leader')]])
  await following.close()
})

describe.skipIf(process.env.EVENTSTORE_URL)('a follower of the log', () => {
  let folder: string
  let args: string[]
  let store: TestEventStore
  let log: EventLog
  let ledger: Ledger
  beforeEach(async () => {
    folder = temporaryFolder()
    args = ['--file', join(folder, 'events.sqlite'), '--port', String(await freePort())]
    store = await startEventStore(args)
    log = connectEventStore(store.url)
    ledger = openLedger(log, openKeyStore(':memory:', Buffer.alloc(32)))
  })
  afterEach(async () => {
    await log.close()
    await store.stop()
  })

  const add = (name: string) => {
    const data = { clientId: newClientId(), teamId: newTeamId(), ...detailsOf.client({ name }) }
    const event = { type: 'ClientAdded', id: newCommandId(), data, metadata: contextOf(data.teamId, null) } as const
    return ledger.append(clientStream(data.clientId), 'no-stream', [event])
  }

  test('receives past and new events in order, and is notified when the log is idle', async () => {
    const { follower, names, until } = remembering()
    await add('before')
    const following = follow(ledger, follower, () => {})
    await until(1)

    await add('after')
    await until(2)

    expect(names).toEqual(['before', 'after'])
    await following.close()
  })

  test('resumes at its position', async () => {
    const position = await add('known')
    await add('missed')
    const { follower, names, until } = remembering()
    follower.advance({ position, id: '' })

    const following = follow(ledger, follower, () => {})
    await until(1)

    expect(names).toEqual(['missed'])
    await following.close()
  })

  test('receives only some types of the past events, and all new ones', async () => {
    const { follower, names, until } = remembering()
    await add('not asked for')
    const end = await add('nor this')
    const following = follow(ledger, follower, () => {}, { types: ['SiteAdded'], until: { position: end, id: '' } })
    await add('after')
    await until(1)

    expect(names).toEqual(['after'])
    await following.close()
  })

  test('of some types only learns the position of the log when it subscribes again', async () => {
    const { follower, names, until, untilAt } = remembering()
    const before = await add('not asked for')
    const following = follow(onlyTypes(ledger, ['ClientRenamed']), follower, () => {})
    await untilAt(before)
    const after = await add('nor this')
    following.again()
    await untilAt(after)
    await following.close()
    const both = follow(onlyTypes(ledger, ['ClientRenamed', 'ClientAdded']), follower, () => {})
    await add('asked for by another')
    await until(1)

    expect(names).toEqual(['asked for by another'])
    await both.close()
  })

  test('loses nothing and gets nothing twice when the event store goes away and comes back', async () => {
    const { follower, names, until } = remembering()
    const broke = Promise.withResolvers<void>()
    const following = follow(ledger, follower, () => broke.resolve())
    await add('one')
    await until(1)

    await store.stop()
    await broke.promise
    store = await startEventStore(args)
    await add('two')
    await until(2)

    expect(names).toEqual(['one', 'two'])
    await following.close()
  })

  test('[D-110] ends where the log is exchanged between a look at its end and the subscription', async () => {
    const { follower } = remembering()
    const position = await add('known')
    const place = await ledger.newest()
    follower.advance({ position, id: '' })
    const newest = async () => {
      const end = await ledger.newest()
      await store.stop()
      await rm(join(folder, 'events.sqlite'))
      store = await startEventStore(args)
      return end
    }
    const thrown = thrownIntoProcess()

    const places = () => (place ? [place] : [])
    const following = follow(onlyTypes({ ...ledger, newest }, ['ClientAdded']), { ...follower, places }, () => {})

    expect(await thrown).toMatchObject({ name: 'ForeignLog' })
    await following.close()
  })

  test('that fails at an event is notified and receives the event again', async () => {
    const { follower, names, until } = remembering()
    const advance = follower.advance
    let failures = 1
    follower.advance = (place, event) => {
      if (failures-- > 0) throw new Error('out of luck')
      advance(place, event)
    }
    const reasons: (string | undefined)[] = []
    await add('one')
    const following = follow(ledger, follower, (reason) => reasons.push(reason?.message))
    await until(1)

    expect(reasons).toEqual(['out of luck'])
    expect(names).toEqual(['one'])
    await following.close()
  })

  test('is left alone once it has closed, also while the event store is away', async () => {
    const { follower, names, until } = remembering()
    const broke = Promise.withResolvers<void>()
    const following = follow(ledger, follower, () => broke.resolve())
    await add('one')
    await until(1)
    await store.stop()
    await broke.promise

    await following.close()
    store = await startEventStore(args)
    await add('two')
    const last = remembering()
    const other = follow(ledger, last.follower, () => {})
    await last.until(2)

    expect(names).toEqual(['one'])
    await other.close()
  })
})
