import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { type ContentStore, ContentTooLarge } from '#api/adapters/content-store.ts'
import { TeamId } from '#schemas/ids.ts'
import { pathIn } from '#tests/support/content.ts'
import { contentRules, hashOf } from '#tests/support/content-rules.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const limits = { maxBytes: 1000 }

describe('content in a folder', () => {
  contentRules(async () => {
    const folder = temporaryFolder()
    const opened = await openContentFolder(folder, Date.now())
    return {
      store: opened,
      names: async () => {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      },
      damage: async (holder, hash, bytes) => writeFile(await pathIn(opened, holder, hash), bytes),
    }
  })

  const team = TeamId.parse(randomUUID())
  let root: string
  let store: ContentStore
  const halfWritten = () => readdir(join(root, '.incoming'))

  beforeEach(async () => {
    root = temporaryFolder()
    store = await openContentFolder(root, Date.now())
  })

  test('leaves nothing half written, and no folder of what is gone', async () => {
    const { hash } = await store.put(team, Buffer.from('same'), limits)
    await store.remove(team, hash, Date.now() + 3_600_000)
    await expect(store.put(team, Buffer.alloc(1001), limits)).rejects.toThrow(ContentTooLarge)
    await store.purge(team)

    expect(await halfWritten()).toEqual([])
    expect(await readdir(root)).toEqual(['.incoming'])
  })

  test('is taken over from a finished file, whatever volume that is on', async () => {
    const elsewhere = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'spool-'))
    const tookFrom = async (folder: string, text: string) => {
      const path = join(folder, 'spooled')
      await writeFile(path, text, { mode: 0o600 })
      await utimes(path, new Date(0), new Date(0))
      const { hash } = await store.putFile(team, { path, size: text.length, hash: hashOf(text) }, limits)
      return pathIn(store, team, hash)
    }

    const moved = await tookFrom(root, 'moved')
    const copied = await tookFrom(elsewhere, 'copied')

    expect([await readFile(moved, 'utf8'), await readFile(copied, 'utf8')]).toEqual(['moved', 'copied'])
    expect(await readdir(root)).not.toContain('spooled')
    for (const path of [moved, copied]) {
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      expect((await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000)
    }
    expect(await halfWritten()).toEqual([])
    await rm(elsewhere, { recursive: true })
  })

  test('is readable by the owner alone', async () => {
    const { hash } = await store.put(team, Buffer.from('private'), limits)

    expect((await stat(await pathIn(store, team, hash))).mode & 0o777).toBe(0o600)
    expect((await stat(join(root, team))).mode & 0o777).toBe(0o700)
  })

  test('left half written by a dead process is swept at start, a living one keeps its own', async () => {
    const now = Date.now()
    const twoHoursAgo = new Date(now - 2 * 60 * 60 * 1000)
    await writeFile(join(root, '.incoming', 'old'), 'x')
    await utimes(join(root, '.incoming', 'old'), twoHoursAgo, twoHoursAgo)
    await writeFile(join(root, '.incoming', 'young'), 'x')

    await openContentFolder(root, now)

    expect(await halfWritten()).toEqual(['young'])
  })
})
