import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openLogAtAddress } from '#api/event-store/log-at-address.ts'
import { openLogFile, openTargetFile } from '#api/event-store/log-file.ts'
import type { TargetLog, WholeEvent } from '#api/event-store/whole-log.ts'
import { type Copied, copyLog } from '#cli/operations/log/copy.ts'
import { markOf, recordMark } from '#cli/operations/log/marks.ts'
import { startNode } from '#tests/event-store/embedded/node.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { founding, visitEvents, wholeEvent } from '#tests/support/whole-log.ts'
import { comparedFolders, comparedWith, eventsIn, fileIn, folderWith, write } from './places.ts'

const stopped = { hold: () => true, moment: async () => {}, release: () => {} }
const report = { progress: () => {}, upToDate: () => {}, notCarried: () => {} }

const into = (folder: string) => async () => openTargetFile(fileIn(folder))
const copyFrom = async (folder: string, openTarget: () => Promise<TargetLog>): Promise<Copied> => {
  const source = openLogFile(fileIn(folder), false)
  return copyLog({ source, openTarget, stillness: stopped, follow: false, report }).finally(source.close)
}
const copy = (from: string, to: string) => copyFrom(from, into(to))
const refusal = (copying: Promise<unknown>): Promise<string> =>
  copying.then(
    () => Promise.reject(new Error('it was copied')),
    (error: Error) => error.message,
  )
const marked = async (folder: string) => {
  const log = openLogFile(fileIn(folder), false)
  return markOf(log).finally(log.close)
}
const begin = async (folder: string, logId: string) => {
  const log = openTargetFile(fileIn(folder))
  await recordMark(log, logId, 'begun').finally(log.close)
}

/** Extraordinary events that the streams of the product may hold. */
const oddEvents = (): WholeEvent[] => {
  const site = `site-${randomUUID()}`
  const client = `client-${randomUUID()}`
  const binary = { ...wholeEvent(site, 1, 'SiteDrawn', {}), json: false, data: new Uint8Array([0, 255, 10]) }
  return [
    wholeEvent(site, 0, 'SiteAdded', { name: 'Zürich "A"\n\u2028', large: 'x'.repeat(300_000), number: 1.5 }),
    binary,
    wholeEvent(client, 0, 'OfALaterVersion', { nested: { list: [null, true, -0.25], 9: 'nine' } }),
    { ...wholeEvent(client, 1, 'ClientRenamed', { name: 'Acme' }), metadata: new Uint8Array() },
  ]
}

describe('[D-112] a copy of a log', () => {
  const id = randomUUID()

  test('holds each event of the product with its id, stream, revision, type, data and metadata, in their order', async () => {
    const own = [founding(id), ...oddEvents(), ...visitEvents(20, 3)]
    const foreign = [wholeEvent('other-1', 0, 'ClientAdded', {}), wholeEvent('client-of-others', 0, 'ClientAdded', {})]
    const from = await folderWith([...foreign, ...own])
    const to = temporaryFolder()

    const copied = await copy(from, to)

    const expected = own.map(({ position: _, data, metadata, ...event }) => ({
      ...event,
      data: Buffer.from(data),
      metadata: Buffer.from(metadata),
    }))
    expect(await eventsIn(to)).toEqual(expected)
    expect(copied).toMatchObject({ logId: id, events: own.length, copied: own.length, streams: 23 })
    expect(await marked(to)).toEqual({ logId: id, isEnded: true })
  })

  test('is the same after a way there and back, through the event store of an address', async () => {
    const from = await folderWith([founding(id), ...oddEvents(), ...visitEvents(300, 3)])
    const node = await startNode(['--file', fileIn(temporaryFolder())])
    const back = temporaryFolder()

    const there = await copyFrom(from, async () => openLogAtAddress(node.url))
    const source = openLogAtAddress(node.url)
    onTestFinished(source.close)
    await copyLog({ source, openTarget: into(back), stillness: stopped, follow: false, report })

    const verdict = await comparedFolders(from, back)
    expect(verdict).toEqual({
      isEqual: true,
      events: [there.events, there.events],
      differing: 0,
      firstDifference: undefined,
      digest: there.digest,
    })
    expect(await eventsIn(back)).toEqual(await eventsIn(from))
  })

  test('that broke off anywhere goes on, and ends the same', async () => {
    const from = await folderWith([founding(id), ...visitEvents(8000)])
    const to = temporaryFolder()
    /** Takes so many portions, and some of the next. */
    const breaksAfter = (portions: number, some: number) => async (): Promise<TargetLog> => {
      const log = openTargetFile(fileIn(to))
      let taken = 0
      const append = async (events: readonly WholeEvent[]) => {
        taken += 1
        if (taken <= portions) return log.append(events)
        await log.append(events.slice(0, some))
        throw new Error('broken off')
      }
      return { ...log, append }
    }

    const places = [
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 4999],
      [1, 7],
      [1, 900],
    ] as const
    const ended: string[] = []
    for (const [portions, some] of places) ended.push(await refusal(copyFrom(from, breaksAfter(portions, some))))
    const unfinished = await marked(to)
    const last = await copy(from, to)

    expect(ended).toEqual(places.map(() => 'broken off'))
    expect(unfinished).toEqual({ logId: id, isEnded: false })
    expect(last.events).toBe(16_001)
    expect(last.copied).toBe(16_001 - 1 - 4999 - 5007 - 5900)
    expect(await comparedFolders(from, to)).toMatchObject({ isEqual: true, events: [16_001, 16_001] })
    expect((await copy(from, to)).copied).toBe(0)
  })

  const events = [founding(id), ...visitEvents(3)]
  const more = visitEvents(1)
  const other = randomUUID()
  const refused: [string, () => Promise<[from: string, to: string]>, RegExp][] = [
    [
      'a source without an id',
      async () => [await folderWith(visitEvents(1)), temporaryFolder()],
      /has no log with an id: start Siteledger there once/,
    ],
    [
      'a source that is a copy which was not ended',
      async () => {
        const from = await folderWith([])
        await begin(from, id)
        await write(from, events)
        return [from, temporaryFolder()]
      },
      /is itself a copy that was begun and not ended/,
    ],
    [
      'a target with another log',
      async () => [await folderWith(events), await folderWith([founding(other)])],
      new RegExp(`holds the log ${other}, not ${id}: name an empty place`),
    ],
    [
      'a target that log copy has not begun',
      async () => [await folderWith(events), await folderWith(events.slice(0, 2))],
      /holds events already, and was not begun by log copy/,
    ],
    [
      'a target that was begun from another source',
      async () => {
        const to = temporaryFolder()
        await begin(to, other)
        return [await folderWith(events), to]
      },
      new RegExp(`holds a copy of the log ${other} that was begun`),
    ],
    [
      'a target with other events after the first ones',
      async () => {
        const to = temporaryFolder()
        await begin(to, id)
        await write(to, [...events.slice(0, 2), ...more])
        return [await folderWith(events), to]
      },
      /holds something else after 2 events, the first has revision 0 of visit-/,
    ],
    [
      'a target that was written to',
      async () => {
        const to = temporaryFolder()
        await begin(to, id)
        await write(to, [...events, ...more])
        return [await folderWith(events), to]
      },
      /holds events that the source does not have/,
    ],
    [
      'a target that was ended, when the source has gone on',
      async () => {
        const from = await folderWith(events)
        const to = temporaryFolder()
        await copy(from, to)
        await write(from, more)
        return [from, to]
      },
      /was copied to the end, and the source has gone on since/,
    ],
  ]
  test.each(refused)('refuses %s, and writes nothing', async (_, given, words) => {
    const [from, to] = await given()
    const before = await eventsIn(to).catch(() => undefined)

    expect(await refusal(copy(from, to))).toMatch(words)

    expect(await eventsIn(to).catch(() => undefined)).toEqual(before)
  })

  test('refuses a source whose stream has lost its beginning, whose revisions could not be kept', async () => {
    const stream = `visit-${randomUUID()}`
    const from = await folderWith([
      founding(id),
      wholeEvent(stream, 0, 'VisitAdded', {}),
      wholeEvent(stream, 1, 'VisitRenamed', {}),
    ])
    const source = openLogFile(fileIn(from), false)
    onTestFinished(source.close)
    const page: typeof source.page = async (after) => {
      const { events, ...rest } = await source.page(after)
      return { ...rest, events: events.filter((event) => event.stream !== stream || event.revision > 0) }
    }
    const node = await startNode(['--file', fileIn(temporaryFolder())])

    for (const openTarget of [into(temporaryFolder()), async () => openLogAtAddress(node.url)]) {
      const copying = copyLog({ source: { ...source, page }, openTarget, stillness: stopped, follow: false, report })
      expect(await refusal(copying)).toMatch(`does not take revision 1 of ${stream}`)
    }
  })
})

describe('[D-112] the comparison of two logs', () => {
  const events = [founding(randomUUID()), ...visitEvents(3)]
  const changed = (at: number, change: Partial<WholeEvent>) =>
    events.map((event, index) => (index === at ? { ...event, ...change } : event))
  const name = (at: number) => `revision ${events[at]?.revision} of ${events[at]?.stream} (${events[at]?.type})`
  const bytes = new TextEncoder().encode('{"name":"Autumn"}')

  const cases: [string, WholeEvent[], object][] = [
    ['data', changed(5, { data: bytes }), { differing: 1, firstDifference: `${name(5)} differs in data` }],
    ['metadata', changed(1, { metadata: bytes }), { differing: 1, firstDifference: `${name(1)} differs in metadata` }],
    ['an id', changed(6, { id: randomUUID() }), { differing: 1, firstDifference: `${name(6)} differs in id` }],
    ['a type', changed(2, { type: 'VisitSeen' }), { differing: 1, firstDifference: `${name(2)} differs in type` }],
    [
      'what one lacks',
      events.slice(0, -1),
      { events: [7, 6], differing: 1, firstDifference: `the first has ${name(6)} where the second ends` },
    ],
    [
      'their order',
      [...events.slice(0, 4), ...events.slice(4).toReversed()],
      { differing: 0, firstDifference: `the first has ${name(4)} where the second has ${name(6)}` },
    ],
  ]
  test.each(cases)('tells %s by name', async (_, altered, expected) => {
    const one = await folderWith(events)
    const other = await folderWith(altered)

    const verdict = await comparedFolders(one, other)

    expect(verdict).toMatchObject({ isEqual: false, ...expected })
  })

  test('takes JSON that is spaced otherwise for the same', async () => {
    const spaced = events.map((event) => {
      const text = Buffer.from(event.data).toString().replaceAll('":"', '": "')
      return { ...event, data: new TextEncoder().encode(text) }
    })
    const one = await folderWith(events)
    const other = await folderWith(spaced)

    const verdict = await comparedWith(openLogFile(fileIn(one), false), openLogFile(fileIn(other), false))

    expect(verdict.isEqual).toBe(true)
  })
})
