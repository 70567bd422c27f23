import { utimes } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import type { NewEvent } from '#api/event-store/ledger.ts'
import { skippedEventsStream } from '#api/event-store/streams.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { pathIn } from '#tests/support/content.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newCommandId, newTeamId } from '#tests/support/new-ids.ts'
import { sampleEvent } from '#tests/support/sample-events.ts'
import { openUnnamedSweep } from '#workers/sweeps/unnamed-contents.ts'

const minutes = 60_000

const world = async () => {
  const holder = newTeamId()
  const content = await openContentFolder(temporaryFolder(), Date.now())
  const put = async (text: string, age: number): Promise<ContentHash> => {
    const { hash } = await content.put(holder, Buffer.from(text), { maxBytes: 100 })
    const at = new Date(Date.now() - age)
    await utimes(await pathIn(content, holder, hash), at, at)
    return hash
  }
  const named = new Set<ContentHash>()
  const lines: object[] = []
  const expired = { isNamed: (_: unknown, hash: ContentHash) => named.has(hash) }
  const log = { info: (line: object) => void lines.push(line) }
  const { ledger } = openMemoryLedger()
  const sweep = openUnnamedSweep({ ledger, content, expired, log })
  return { ledger, holder, put, named, lines, sweep, has: (hash: ContentHash) => content.has(holder, hash) }
}

test('content that no event names is removed after an hour, and told of', async () => {
  const { holder, put, named, lines, sweep, has } = await world()
  const kept = await put('kept', 90 * minutes)
  const young = await put('young', 50 * minutes)
  const old = await put('old', 70 * minutes)
  named.add(kept)

  await sweep(new Date())

  expect([await has(kept), await has(young), await has(old)]).toEqual([true, true, false])
  expect(lines).toEqual([{ holder, hash: old }])
})

test('nothing is removed once an event was skipped, which may have named it', async () => {
  const { ledger, put, sweep, has } = await world()
  const old = await put('old', 70 * minutes)
  const { data } = sampleEvent('EventSkipped', 1)
  const context = { ...contextOf(null, null), commandId: newCommandId() }
  await ledger.append(skippedEventsStream, 'no-stream', [
    { id: newCommandId(), type: 'EventSkipped', data, metadata: context } as NewEvent,
  ])

  await sweep(new Date())

  expect(await has(old)).toBe(true)
})

test('a store is looked through again once an hour', async () => {
  const { put, sweep, has } = await world()
  await sweep(new Date())
  const late = await put('late', 70 * minutes)

  await sweep(new Date(Date.now() + 59 * minutes))
  expect(await has(late)).toBe(true)
  await sweep(new Date(Date.now() + 61 * minutes))

  expect(await has(late)).toBe(false)
})

test('more than one pass looks at is looked at by the next, from where it ended', async () => {
  const holder = newTeamId()
  const hashes = Array.from({ length: 1500 }, (_, n) => n.toString(16).padStart(64, '0') as ContentHash)
  const removed: ContentHash[] = []
  const content = {
    list: async function* () {
      for (const hash of hashes) yield { holder, hash }
    },
    remove: async (_: unknown, hash: ContentHash) => Boolean(removed.push(hash)),
  }
  const sweep = openUnnamedSweep({
    ledger: openMemoryLedger().ledger,
    content,
    expired: { isNamed: () => false },
    log: { info: () => {} },
  })

  await sweep(new Date())
  expect(removed.length).toBe(1000)
  await sweep(new Date())

  expect(removed).toEqual(hashes)
})
