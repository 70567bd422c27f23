import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { verifyLog } from '#cli/operations/verify/verify-log.ts'
import { readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { notaryWorld } from '#tests/support/notary-world.ts'
import { visitEvents } from '#tests/support/whole-log.ts'

/** A log of 40 events that was signed as 20 and as 40 of them. */
const signedLog = async () => {
  const world = await notaryWorld()
  world.set(visitEvents(10))
  const pass = world.start()
  await pass()
  world.add(visitEvents(10))
  world.later(3600)
  await pass()
  const notes = [await world.kept.kept(20), (await world.kept.last())?.note]
  const checkpoints = notes.flatMap((note) => readCheckpoint(note ?? '') ?? [])
  const verify = (events: readonly WholeEvent[]) =>
    verifyLog({
      log: { page: async () => ({ events: [...events], last: '1', isEnd: true }) },
      checkpoints,
      treeFolder: treeFolder(world.dataDir),
      timeZone: 'Europe/London',
      onEvent: () => {},
      onRead: () => {},
    })
  return { world, events: [...world.events()], verify }
}

const changesOf = (event: WholeEvent): WholeEvent[] => [
  { ...event, data: Buffer.from('{"name":"another"}') },
  { ...event, metadata: Buffer.from('{"at":"2026-03-01T10:00:00.001Z"}') },
  { ...event, type: 'VisitMoved' },
  { ...event, id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
  { ...event, stream: 'visit-7c9e6679-7425-40de-944b-e07fc1f90ae7' },
]

test('a log that is whole agrees with each checkpoint', async () => {
  const { events, verify } = await signedLog()

  expect(await verify(events)).toMatchObject({ events: 40, agreeing: 2, differences: [] })
})

test('an event that was changed, left out, moved or added is found and named, wherever it stands', async () => {
  const { events, verify } = await signedLog()
  for (const at of [0, 1, 8, 19, 20, 31, 38]) {
    const event = events[at] as WholeEvent
    const signed = at < 20 ? '24/11/2026 09:14 GMT' : '24/11/2026 10:14 GMT'
    const named = `Event ${at} (revision`
    for (const changed of changesOf(event)) {
      const { differences } = await verify(events.with(at, changed))
      expect(differences.at(-1)).toMatch(new RegExp(`^Event ${at} \\(.*\\) is not what was signed on ${signed}\\.$`))
    }
    const missing = (await verify(events.toSpliced(at, 1))).differences
    expect(missing).toContain(
      at === 0 ? 'An event is missing at the beginning.' : `An event is missing after ${at - 1}.`,
    )
    const swapped = events.with(at, events[at + 1] as WholeEvent).with(at + 1, event)
    expect((await verify(swapped)).differences.length).toBeGreaterThan(0)
    const [added] = visitEvents(1)
    const inserted = await verify(events.toSpliced(at, 0, added as WholeEvent))
    expect(inserted.differences[0]?.startsWith(named)).toBe(true)
  }
})

test('a log that was cut says how much was signed, and without the tree between which checkpoints it differs', async () => {
  const { world, events, verify } = await signedLog()

  expect((await verify(events.slice(0, 30))).differences).toEqual([
    'The log ends at 30 events, but 40 were signed on 24/11/2026 10:14 GMT.',
  ])
  rmSync(treeFolder(world.dataDir), { recursive: true })
  const [changed] = changesOf(events[25] as WholeEvent)
  expect((await verify(events.with(25, changed as WholeEvent))).differences).toEqual([
    'Between the events 20 and 39 the log is not what was signed on 24/11/2026 10:14 GMT.',
  ])
})
