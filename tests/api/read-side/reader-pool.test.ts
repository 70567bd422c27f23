import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openReaderPool, type ReaderPool } from '#api/read-side/reader-pool.ts'
import { slowQueries } from '#api/read-side/slow-queries.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting } from '#projections/engine/read-db.ts'
import { BadCursor } from '#projections/engine/select-page.ts'
import { search } from '#projections/search/search.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

describe('the threads that read', () => {
  const world = coreWorld()
  const team = wholeTeam(world.teamId)
  const limits = { threads: 2, waiting: 3, idleMilliseconds: 60_000 }
  let folder: string
  let pool: ReaderPool

  const write = (name: string) => {
    const db = openForWriting(folder, search)
    applyEvent(search, db, world.clientAdded(name))
    db.close()
  }
  const findIn = ({ run }: ReaderPool, text: string, cursor?: string) =>
    slowQueries('search', run).find(team, 'clients', text, { limit: 10, ...(cursor ? { cursor } : {}) })
  const total = async (text: string) => (await findIn(pool, text))?.total
  const failure = (promise: Promise<unknown>) =>
    promise.then(
      () => 'none',
      (error: Error) => error.name,
    )

  beforeEach(async () => {
    folder = temporaryFolder()
    write('Acme')
    pool = openReaderPool(folder, limits)
  })
  afterEach(() => pool.close())

  test('are not there until somebody asks, and read what was written meanwhile', async () => {
    expect(pool.threads()).toHaveLength(0)
    expect(await total('acme')).toBe(1)

    write('Acme again')
    expect(await total('acme')).toBe(2)
    expect(pool.threads()).toHaveLength(1)
  })

  test('refuse what is more than may wait, and answer the rest', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 40 }, () => findIn(pool, 'acme')))

    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2 + 3)
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason.name] : []))
    expect([...new Set(refused)]).toEqual(['ReadersBusy'])
    expect(pool.threads()).toHaveLength(2)
    expect(await total('acme')).toBe(1)
  })

  test('are replaced when they die: their queries fail, those that wait are answered', async () => {
    await Promise.all([total('acme'), total('acme')])
    const asked = Array.from({ length: 5 }, () => failure(findIn(pool, 'acme')))
    const dying = pool.threads()
    await Promise.all(dying.map((thread) => thread.terminate()))

    // A thread may answer its first query before it ends; it then dies with the next one.
    const failures = await Promise.all(asked)
    expect(failures.toSorted()).toEqual(['ReaderGone', 'ReaderGone', 'none', 'none', 'none'])
    expect(await total('acme')).toBe(1)
    expect(pool.threads().some((thread) => dying.includes(thread))).toBe(false)
  })

  test('say of a damaged file that it is one', async () => {
    await writeFile(join(folder, 'search.sqlite'), 'no database'.repeat(1000))

    expect(await failure(findIn(pool, 'acme'))).toBe('BrokenFile')
  })

  test('do not start for an invalid cursor', async () => {
    await expect(findIn(pool, 'acme', 'no cursor')).rejects.toBeInstanceOf(BadCursor)
    expect(pool.threads()).toHaveLength(0)
  })

  test('fail as the query does, with its stack, and go on', async () => {
    expect(await total('acme')).toBe(1)
    const failed = slowQueries('history', pool.run).by('nobody' as never)
    await expect(failed).rejects.toThrow(
      expect.objectContaining({ stack: expect.stringContaining('reader-thread.ts') }),
    )
  })

  test('read the file that has come into the place of another', async () => {
    expect(await total('acme')).toBe(1)
    await rm(join(folder, 'search.sqlite'))
    for (const suffix of ['-wal', '-shm']) await rm(join(folder, `search.sqlite${suffix}`), { force: true })
    write('Zenith')

    expect(await total('zenith')).toBe(0)
    pool.reopen('search')
    expect([await total('acme'), await total('zenith')]).toEqual([0, 1])
  })

  test('end when idle, and start again', async () => {
    const brief = openReaderPool(folder, { ...limits, idleMilliseconds: 20 })
    await findIn(brief, 'acme')

    await vi.waitUntil(() => brief.threads().length === 0)
    expect((await findIn(brief, 'acme'))?.total).toBe(1)
    await brief.close()
    expect(await failure(findIn(brief, 'acme'))).toBe('ReaderGone')
  })
})
