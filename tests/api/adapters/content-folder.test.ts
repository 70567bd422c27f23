import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { type ContentStore, ContentTooLarge } from '#api/adapters/content-store.ts'
import { ContentHash, TeamId } from '#schemas/ids.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const limits = { maxBytes: 1000 }
const hashOf = (bytes: Uint8Array) => ContentHash.parse(createHash('sha256').update(bytes).digest('hex'))
const inPieces = async function* (...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

describe('content in a folder', () => {
  const team = TeamId.parse(randomUUID())
  let root: string
  let store: ContentStore
  const halfWritten = () => readdir(join(root, '.incoming'))

  beforeEach(async () => {
    root = temporaryFolder()
    store = await openContentFolder(root, Date.now())
  })

  test('is found by its SHA-256, in full or by range', async () => {
    const bytes = Buffer.from('a certificate')

    const whole = await store.put(team, bytes, limits)
    const pieces = await store.put(team, inPieces('a cert', 'ificate'), limits)

    expect(whole).toEqual({ hash: hashOf(bytes), size: 13 })
    expect(pieces).toEqual(whole)
    const found = await store.find(team, whole.hash)
    expect(found?.size).toBe(13)
    expect(await readFile(found?.path ?? '')).toEqual(bytes)
    expect(await halfWritten()).toEqual([])
  })

  test('is stored once however often it comes, also at the same time', async () => {
    const puts = Array.from({ length: 8 }, () => store.put(team, Buffer.from('same'), limits))

    const [first] = await Promise.all(puts)

    expect(await readdir(join(root, team, first?.hash.slice(0, 2) ?? ''))).toEqual([first?.hash])
  })

  test('is removed for ever, of one holder, unless somebody has just put it again', async () => {
    const other = TeamId.parse(randomUUID())
    const { hash } = await store.put(team, Buffer.from('same'), limits)
    await store.put(other, Buffer.from('same'), limits)
    const anHourAgo = Date.now() - 3_600_000
    const inAnHour = Date.now() + 3_600_000

    expect([await store.remove(team, hash, anHourAgo), await store.has(team, hash)]).toEqual([false, true])
    expect([await store.remove(team, hash, inAnHour), await store.has(team, hash)]).toEqual([true, false])
    expect([await store.remove(team, hash, inAnHour), await store.has(other, hash)]).toEqual([true, true])
    expect(await halfWritten()).toEqual([])
  })

  test('goes for ever with its holder, and with no other', async () => {
    const other = TeamId.parse(randomUUID())
    const { hash } = await store.put(team, Buffer.from('same'), limits)
    await store.put(other, Buffer.from('same'), limits)

    await store.purge(team)
    await store.purge(team)

    expect(await store.has(team, hash)).toBe(false)
    expect(await readdir(root)).not.toContain(team)
    expect(await store.has(other, hash)).toBe(true)
  })

  test('of one team is not found by another', async () => {
    const { hash } = await store.put(team, Buffer.from('secret'), limits)
    const other = TeamId.parse(randomUUID())

    expect(await store.has(team, hash)).toBe(true)
    expect(await store.has(other, hash)).toBe(false)
    expect(await store.find(other, hash)).toBeUndefined()
  })

  test('may be empty and may be exactly as large as the limit', async () => {
    expect(await store.put(team, Buffer.alloc(0), limits)).toMatchObject({ size: 0 })
    expect(await store.put(team, Buffer.alloc(1000), limits)).toMatchObject({ size: 1000 })
  })

  test('that is too large is refused and leaves nothing behind', async () => {
    const put = store.put(team, inPieces('a'.repeat(600), 'b'.repeat(401)), limits)

    await expect(put).rejects.toThrow(ContentTooLarge)
    expect(await halfWritten()).toEqual([])
    expect(await readdir(root)).toEqual(['.incoming'])
  })

  test('whose source breaks off leaves nothing behind', async () => {
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('aborted by the caller')
    }

    await expect(store.put(team, broken(), limits)).rejects.toThrow('aborted by the caller')
    expect(await halfWritten()).toEqual([])
  })

  test('is taken over from a finished file, as put at that moment, whatever volume that is on', async () => {
    const elsewhere = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'spool-'))
    const tookFrom = async (folder: string, text: string) => {
      const path = join(folder, 'spooled')
      const bytes = Buffer.from(text)
      await writeFile(path, bytes, { mode: 0o600 })
      await utimes(path, new Date(0), new Date(0))
      const { hash } = await store.putFile(team, { path, size: bytes.length, hash: hashOf(bytes) }, limits)
      return (await store.find(team, hash))?.path ?? ''
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

  test('is not taken over where it is too large', async () => {
    const path = join(root, 'spooled')
    await writeFile(path, Buffer.alloc(1001))

    const stored = store.putFile(team, { path, size: 1001, hash: hashOf(Buffer.alloc(1001)) }, limits)

    await expect(stored).rejects.toThrow(ContentTooLarge)
    expect(await readdir(root)).toEqual(['.incoming', 'spooled'])
  })

  test('that was damaged on disk is healed by the next upload of it', async () => {
    const { hash } = await store.put(team, Buffer.from('original'), limits)
    const path = (await store.find(team, hash))?.path ?? ''
    await writeFile(path, 'orig')

    await store.put(team, Buffer.from('original'), limits)

    expect(await readFile(path, 'utf8')).toBe('original')
  })

  test('is readable by the owner alone', async () => {
    const { hash } = await store.put(team, Buffer.from('private'), limits)
    const path = (await store.find(team, hash))?.path ?? ''

    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(root, team))).mode & 0o777).toBe(0o700)
  })

  test('never leaves the folder, whatever is passed off as an id', async () => {
    const outside = '../../etc' as TeamId
    const notAHash = '../../../etc/passwd' as ContentHash

    await expect(store.put(outside, Buffer.from('x'), limits)).rejects.toThrow()
    await expect(store.find(team, notAHash)).rejects.toThrow()
    await expect(store.has(outside, hashOf(Buffer.from('x')))).rejects.toThrow()
    expect(await readdir(root)).toEqual(['.incoming'])
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
