import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLogAtAddress } from '#api/event-store/log-at-address.ts'
import { openLogFile, openTargetFile } from '#api/event-store/log-file.ts'
import { copyLog } from '#cli/operations/log/copy.ts'
import { stillnessOf } from '#cli/operations/log/stillness.ts'
import { type RunningNode, startNode } from '#tests/event-store/embedded/node.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { founding } from '#tests/support/whole-log.ts'
import { comparedFolders, eventsIn, fileIn, folderWith } from './places.ts'

const never = new AbortController().signal

/** Writes one event after the other into streams of two, until it is ended. */
const writerTo = ({ url }: RunningNode) => {
  const log = connectEventStore(url)
  let written = 0
  let isOver = false
  const event = (type: string) => ({ id: randomUUID(), type, data: { name: 'Spring' }, metadata: {} as never })
  const writing = (async () => {
    while (!isOver) {
      const stream = `visit-${randomUUID()}`
      await log.append(stream, 'no-stream', [event('VisitAdded')])
      await log.append(stream, 0n, [event('VisitRenamed')])
      written += 2
    }
  })()
  const end = async (): Promise<number> => {
    isOver = true
    await writing
    await log.close()
    return written
  }
  return { end }
}

test('[D-112] a copy follows a folder that is written to, and ends when its node has stopped', async () => {
  const from = await folderWith([founding(randomUUID())])
  const to = temporaryFolder()
  const node = await startNode(['--file', fileIn(from)])
  const writer = writerTo(node)
  const source = openLogFile(fileIn(from), false)
  onTestFinished(source.close)
  const place = { kind: 'folder', folder: from, file: fileIn(from), isBackup: false } as const
  const stillness = stillnessOf(place, never)
  onTestFinished(stillness.release)
  const isUpToDate = Promise.withResolvers<number>()

  const copying = copyLog({
    source,
    stillness,
    follow: true,
    openTarget: async () => openTargetFile(fileIn(to)),
    report: { progress: () => {}, upToDate: isUpToDate.resolve, notCarried: () => {} },
  })
  await isUpToDate.promise
  const written = await writer.end()
  await node.stop()
  const copied = await copying

  expect(copied.events).toBe(written + 1)
  expect(await comparedFolders(from, to)).toMatchObject({ isEqual: true, events: [written + 1, written + 1] })
  expect(() => openTargetFile(fileIn(from))).toThrow('is in use by another event store node')
})

test('[D-112] a copy follows an address until somebody says that the source is stopped, and fails if it is not', async () => {
  const from = await folderWith([founding(randomUUID())])
  const to = temporaryFolder()
  const node = await startNode(['--file', fileIn(from)])
  const source = openLogAtAddress(node.url)
  onTestFinished(source.close)
  /** Tells when it is up to date; `stop` says that the source is stopped. */
  const follow = () => {
    const stopped = new AbortController()
    const isUpToDate = Promise.withResolvers<number>()
    const stillness = stillnessOf({ kind: 'address', url: node.url }, stopped.signal)
    const copying = copyLog({
      source,
      stillness,
      follow: true,
      openTarget: async () => openTargetFile(fileIn(to)),
      report: { progress: () => {}, upToDate: isUpToDate.resolve, notCarried: () => {} },
    })
    return { copying, upToDate: isUpToDate.promise, stop: () => stopped.abort() }
  }
  const writer = writerTo(node)

  const early = follow()
  await early.upToDate
  // More comes whenever the source is looked at, as of an installation that was not stopped.
  const page = source.page
  const log = connectEventStore(node.url)
  onTestFinished(log.close)
  source.page = async (after) => {
    await log.append(`visit-${randomUUID()}`, 'no-stream', [
      { id: randomUUID(), type: 'VisitAdded', data: {}, metadata: {} as never },
    ])
    return page(after)
  }
  early.stop()
  await expect(early.copying).rejects.toThrow('is still written to: stop it, and run the same command again')
  source.page = page

  const late = follow()
  await late.upToDate
  await writer.end()
  late.stop()
  const { events } = await late.copying
  await node.stop()

  expect((await eventsIn(from)).length).toBe(events)
  expect(await comparedFolders(from, to)).toMatchObject({ isEqual: true, events: [events, events] })
})
