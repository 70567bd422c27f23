import { writeFile } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { placeOf } from '#api/adapters/content-store.ts'
import { openLogFile } from '#api/event-store/log-file.ts'
import { copyContent } from '#cli/operations/content/copy.ts'
import type { Content } from '#schemas/events/file.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { currentVersion } from '#schemas/events/upcasting.ts'
import { fileIn, folderWith, write } from '#tests/cli/operations/log/places.ts'
import { bytesIn, pathIn } from '#tests/support/content.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newClientId, newSiteId, newTrashId } from '#tests/support/new-ids.ts'

const wholeOf = ({ id, type, stream, revision, position, data, metadata }: RecordedEvent) => ({
  id,
  type,
  stream,
  revision: Number(revision),
  position,
  json: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: Buffer.from(JSON.stringify({ ...metadata, version: currentVersion(type) })),
})

describe('a copy of content', () => {
  const world = async () => {
    const record = memoryLog()
    const core = coreWorld(record)
    const siteId = newSiteId()
    const clientId = newClientId()
    const from = await openContentFolder(temporaryFolder(), Date.now())
    const to = await openContentFolder(temporaryFolder(), Date.now())
    const put = (text: string) => from.put(core.teamId, Buffer.from(text), { maxBytes: 100 })
    const uploaded = (content: Content) => core.fileUploaded(siteId, clientId, { content })
    const folder = await folderWith([])
    const log = openLogFile(fileIn(folder), false)
    onTestFinished(log.close)
    const add = (...events: RecordedEvent[]) => write(folder, events.map(wholeOf))
    const quiet = { progress: () => {}, upToDate: () => {} }
    const still = { hold: () => true, moment: async () => {} }
    const copy = (changes: Partial<Parameters<typeof copyContent>[0]> = {}) =>
      copyContent({ log, from, to, stillness: still, follow: false, report: quiet, ...changes })
    const textAt = async ({ hash }: Content) => (await bytesIn(to, core.teamId, hash)).toString()
    return { record, teamId: core.teamId, from, to, put, uploaded, add, copy, textAt }
  }

  test('takes what the log names, and leaves what nothing names', async () => {
    const { put, uploaded, add, copy, textAt, to, teamId } = await world()
    const plan = await put('plan')
    const nameless = await put('nameless')
    await add(uploaded(plan))

    expect(await copy()).toEqual({ contents: 1, copied: 1, lacking: [], unnamed: 1 })
    expect(await textAt(plan)).toBe('plan')
    expect(await to.has(teamId, nameless.hash)).toBe(false)
  })

  test('goes on where it was broken off, and puts other bytes right', async () => {
    const { put, uploaded, add, copy, textAt, to, teamId } = await world()
    const one = await put('one')
    const contents = [one, await put('two'), await put('three')]
    await add(...contents.map(uploaded))
    await copy()
    await writeFile(await pathIn(to, teamId, one.hash), 'oje')

    expect(await copy()).toMatchObject({ contents: 3, copied: 1 })
    expect(await Promise.all(contents.map(textAt))).toEqual(['one', 'two', 'three'])
  })

  test('names what the source lacks or has damaged, but for what was purged', async () => {
    const { record, from, put, uploaded, add, copy, teamId } = await world()
    const damaged = await put('damaged')
    const gone = await put('gone')
    const purged = await put('purged')
    const last = uploaded(purged)
    await writeFile(await pathIn(from, teamId, damaged.hash), 'damjged')
    for (const { hash } of [gone, purged]) await from.remove(teamId, hash, Date.now() + 60_000)
    const { fileId } = last.data as unknown as { fileId: never }
    await add(uploaded(damaged), uploaded(gone), last)
    await add(record(last.stream, 'FilePurged', { fileId, teamId, trashId: newTrashId() } as never))

    const { lacking } = await copy()

    expect(lacking).toEqual([damaged, gone].map(({ hash }) => placeOf(teamId, hash)).sort())
  })

  test('follows the log until it is still', async () => {
    const { put, uploaded, add, copy, textAt } = await world()
    const early = await put('early')
    const late = await put('late')
    await add(uploaded(early))
    let looks = 0
    const upToDate: number[] = []
    const report = {
      progress: () => {},
      upToDate: (contents: number) => {
        upToDate.push(contents)
      },
    }
    const moment = async () => {
      if (looks === 0) await add(uploaded(late))
      looks += 1
    }

    expect(await copy({ follow: true, stillness: { hold: () => looks > 1, moment }, report })).toMatchObject({
      contents: 2,
    })

    expect(upToDate).toEqual([1])
    expect(await textAt(late)).toBe('late')
  })
})
