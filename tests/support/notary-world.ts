import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { openKeptNotes } from '#api/notary/kept-notes.ts'
import { leafOf } from '#api/notary/leaf.ts'
import { openGrowingTree } from '#api/notary/merkle-tree.ts'
import type { NotaryChange } from '#api/notary/notary-keys.ts'
import { treeFolder } from '#api/notary/tree-files.ts'
import { hashLeaf } from '#schemas/proofs/tree.ts'
import { notaryKeys } from '#tests/support/notary-keys.ts'
import { openNotary } from '#workers/notary/notary.ts'

/** The root of events, worked out leaf by leaf, in hexadecimal. */
export const rootOfEvents = (events: readonly WholeEvent[]): string => {
  const tree = openGrowingTree()
  for (const event of events) tree.add(hashLeaf(leafOf(event)))
  return Buffer.from(tree.root()).toString('hex')
}

/** A log over an array, a data folder, and a clock that stands still. */
export const notaryWorld = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'siteledger-notary-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const kept = await openKeptNotes({ dataDir, contentUrl: `file://${dataDir}/content` })
  let events: WholeEvent[] = []
  const changes: NotaryChange[] = []
  const world = {
    dataDir,
    kept,
    changes,
    now: new Date('2026-11-24T09:14:20.000Z'),
    reads: 0,
    turns: 0,
    events: (): readonly WholeEvent[] => events,
    /** Replaces the log; positions are those of their places. */
    set: (all: readonly WholeEvent[]) => {
      events = all.map((event, at) => ({ ...event, position: String(10 * at + 7) }))
    },
    add: (more: readonly WholeEvent[]) => world.set([...events, ...more]),
    later: (seconds: number) => {
      world.now = new Date(world.now.getTime() + seconds * 1000)
    },
    /** A notary as a process that has just started has it. */
    start: (given: Partial<Parameters<typeof openNotary>[0]> = {}) => {
      const pass = openNotary({
        log: {
          page: async (after) => {
            const next = events.filter(({ position }) => after === null || Number(position) > Number(after))
            const page = next.slice(0, 1000)
            world.reads += page.length
            return { events: page, last: page.at(-1)?.position ?? after, isEnd: page.length === next.length }
          },
          at: async (position) => events.find((event) => event.position === position),
        },
        folder: treeFolder(dataDir),
        kept,
        keys: notaryKeys,
        changes: async () => changes,
        kinds: ['site', 'visit'],
        takeTurn: async () => {
          world.turns += 1
          return true
        },
        timeZone: 'Europe/London',
        now: () => world.now,
        ...given,
      })
      return (goesOn = () => true) => pass(goesOn)
    },
  }
  return world
}
