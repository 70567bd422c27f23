import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { siteStream } from '#api/event-store/streams.ts'
import { openForReading, openForWriting, positionOf } from '#projections/engine/read-db.ts'
import { expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { openBulks } from '#projections/sweeps/open-bulks.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newClientId, newCommandId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'
import { buildMissing } from '#workers/first-builds.ts'

const lists = [expiredTrash, openBulks]

/** Enough for a log of a megabyte, appended in parts as large as the event store takes. */
const sites = 3000
const together = 1000

describe('the read models of the workers', () => {
  let opened: TestLedger
  let folder: string
  beforeAll(async () => {
    opened = await startLedger()
    const teamId = newTeamId()
    const clientId = newClientId()
    const events = Array.from({ length: sites }, () => {
      const ids = { siteId: newSiteId(), clientId, teamId }
      const data = { ...ids, ...detailsOf.site({ name: 'Depot' }) }
      return { type: 'SiteAdded', id: newCommandId(), data, metadata: contextOf(teamId, null) } as const
    })
    for (let from = 0; from < sites; from += together) {
      await opened.ledger.append(siteStream(newSiteId()), 'no-stream', events.slice(from, from + together))
    }
  })
  afterAll(() => opened.close())
  beforeEach(() => {
    folder = temporaryFolder()
  })

  const build = () =>
    buildMissing(
      opened.ledger,
      folder,
      lists,
      () => {},
      () => {},
    )
  const fileOf = (name: string) => join(folder, `${name}.sqlite`)

  test('are built up to the end of a large log when their files are missing', async () => {
    await build()

    const db = openForReading(folder, expiredTrash)
    expect(db.one('SELECT count(*) AS sites FROM records')).toEqual({ sites })
    db.close()
    for (const list of lists) {
      const live = openForWriting(folder, list)
      expect(positionOf(live)).toBe(await opened.ledger.lastPosition())
      live.close()
    }
    expect(existsSync(join(folder, '.building-of-workers'))).toBe(false)
  })

  test('are left as they are when they are there', async () => {
    await build()
    const before = lists.map(({ name }) => statSync(fileOf(name)).ino)
    rmSync(fileOf(openBulks.name))

    await build()

    const after = lists.map(({ name }) => statSync(fileOf(name)).ino)
    expect(after[0]).toBe(before[0])
    expect(existsSync(fileOf(openBulks.name))).toBe(true)
  })
})
