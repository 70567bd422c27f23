import { describe, expect, test } from 'vitest'
import { type Listener, type ReadEvent, WrongExpectedRevision } from '#api/event-store/port.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { openMemoryLedger, startLedger } from '#tests/support/ledger.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'

const kinds = [
  ['an event store', startLedger],
  ['memory', async () => openMemoryLedger()],
] as const

/** The contract of the port, whatever is behind it. */
describe.each(kinds)('the log over %s', (_, start) => {
  const store = prepared(() => start())
  const log = prepared(() => store.log)

  const metadata = { ...contextOf(null, null), version: 1 }
  const noted = (...numbers: number[]) =>
    numbers.map((n) => ({ id: newCommandId(), type: 'Noted', data: { n }, metadata }))
  /** The log may be shared: only events of streams that were named here are heard. */
  const named = new Set<string>()
  const newStream = () => {
    const stream = `note-${newCommandId()}`
    named.add(stream)
    return stream
  }
  const numbersOf = (events: readonly ReadEvent[]) => events.map(({ data }) => (data as { n: number }).n)

  /** Hears events from a position on; `until` waits for so many of them and for having caught up. */
  const hear = (from: string | null, types?: string[], refuse = (_event: ReadEvent) => {}) => {
    const told: string[] = []
    const events: ReadEvent[] = []
    let look = () => {}
    const tell = (what: string) => {
      told.push(what)
      look()
    }
    const listener: Listener = {
      event: (event) => {
        if (!named.has(event.stream)) return
        refuse(event)
        events.push(event)
        tell('event')
      },
      caughtUp: () => tell('caught up'),
      ended: (error) => tell(`ended: ${error?.message}`),
    }
    const { close } = log.subscribe(from, listener, types)
    const until = (what: string, times = 1) =>
      new Promise<void>((resolve) => {
        look = () => {
          if (told.filter((each) => each === what).length >= times) resolve()
        }
        look()
      })
    return { events, told, until, close }
  }

  test('gives each event the next revision and a later position', async () => {
    const stream = newStream()
    const first = await log.append(stream, 'no-stream', noted(1, 2))
    const second = await log.append(stream, 1n, noted(3))

    const events = await log.read(stream)
    expect(numbersOf(events)).toEqual([1, 2, 3])
    expect(events.map(({ revision }) => revision)).toEqual([0n, 1n, 2n])
    expect(events.map(({ position }) => position).slice(1)).toEqual([first, second])
    expect(BigInt(second)).toBeGreaterThan(BigInt(first))
    const newest = await log.newest()
    expect(BigInt(newest?.position ?? 0)).toBeGreaterThanOrEqual(BigInt(second))
    expect(await log.idAt(newest?.position ?? '')).toBe(newest?.id)
  })

  test('[D-110] tells which event is at a position, or that none is', async () => {
    const written = noted(1, 2)
    const position = await log.append(newStream(), 'no-stream', written)
    await log.append(newStream(), 'no-stream', noted(3))

    expect(await log.idAt(position)).toBe(written[1]?.id)
    expect(await log.idAt(String(BigInt(position) - 1n))).toBeNull()
    expect(await log.idAt(String(BigInt(position) + 100_000_000n))).toBeNull()
  })

  test('returns events as they were written, from a revision on', async () => {
    const stream = newStream()
    const [one, two] = noted(1, 2)
    if (!one || !two) throw new Error('two events')
    await log.append(stream, 'no-stream', [one, two])
    const written = structuredClone(one)
    one.data.n = 7

    const [read] = await log.read(stream)
    expect(read).toMatchObject({ ...written, stream, revision: 0n })
    expect(numbersOf(await log.read(stream, 0n))).toEqual([2])
    expect(await log.read(stream, 1n)).toEqual([])
    expect(await log.read(newStream())).toEqual([])
  })

  test.each([['no-stream'], [0n], [5n]] as const)(
    'refuses an append that expects %s of a stream at another revision',
    async (expected) => {
      const stream = newStream()
      await log.append(stream, 'no-stream', noted(1, 2))

      await expect(log.append(stream, expected, noted(3))).rejects.toThrow(WrongExpectedRevision)

      expect(numbersOf(await log.read(stream))).toEqual([1, 2])
    },
  )

  test('lets exactly one of many concurrent writers win', async () => {
    const stream = newStream()

    const outcomes = await Promise.allSettled([1, 2, 3].map((n) => log.append(stream, 'no-stream', noted(n))))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await log.read(stream)).toHaveLength(1)
  })

  test('recognizes a retry of an append, but not if some of its events differ', async () => {
    const stream = newStream()
    const events = noted(1, 2)
    const first = await log.append(stream, 'no-stream', events)
    await log.append(stream, 1n, noted(3))

    expect(await log.append(stream, 'no-stream', events)).toBe(first)
    await expect(log.append(stream, 'no-stream', [...events.slice(0, 1), ...noted(4)])).rejects.toThrow(
      WrongExpectedRevision,
    )
    expect(numbersOf(await log.read(stream))).toEqual([1, 2, 3])
  })

  test('sends a subscriber past events after a position, the caught-up signal, and new events', async () => {
    const from = await log.append(newStream(), 'no-stream', noted(1))
    await log.append(newStream(), 'no-stream', noted(2, 3))
    const heard = hear(from)
    await heard.until('caught up')
    expect(numbersOf(heard.events)).toEqual([2, 3])

    await log.append(newStream(), 'no-stream', noted(4))
    await heard.until('event', 3)

    await heard.close()
    await log.append(newStream(), 'no-stream', noted(5))
    expect(numbersOf(heard.events)).toEqual([2, 3, 4])
    expect(heard.told).toEqual(['event', 'event', 'caught up', 'event'])
  })

  test('sends only the requested types', async () => {
    const from = (await log.newest())?.position ?? null
    const [other] = noted(2)
    if (!other) throw new Error('one event')
    await log.append(newStream(), 'no-stream', [...noted(1), { ...other, type: 'Listed' }, ...noted(3)])
    const heard = hear(from, ['Listed'])
    await heard.until('caught up')

    expect(numbersOf(heard.events)).toEqual([2])
    await heard.close()
  })

  test('ends the subscription of a listener that throws, with the reason', async () => {
    const from = await log.append(newStream(), 'no-stream', noted(1))
    await log.append(newStream(), 'no-stream', noted(2))
    const heard = hear(from, undefined, () => {
      throw new Error('out of luck')
    })

    await heard.until('ended: out of luck')

    expect(heard.told).toEqual(['ended: out of luck'])
  })
})
