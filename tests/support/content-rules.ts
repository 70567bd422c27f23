import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  type ContentHolder,
  type ContentStore,
  ContentTooLarge,
  DamagedContent,
  findOrMiss,
  type ListedContent,
} from '#api/adapters/content-store.ts'
import { ContentHash, TeamId } from '#schemas/ids.ts'
import { bytesIn } from './content.ts'
import { temporaryFolder } from './folders.ts'

/** A store under test, and what can be seen and done behind its back. */
export type StoreUnderTest = {
  store: ContentStore
  /** The names of everything in it, as `<holder>/<first two digits>/<hash>`. */
  names: () => Promise<string[]>
  /** Puts other bytes in the place of a content. */
  damage: (holder: ContentHolder, hash: ContentHash, bytes: string) => Promise<void>
}

const limits = { maxBytes: 1000 }
export const hashOf = (bytes: string | Uint8Array) =>
  ContentHash.parse(createHash('sha256').update(bytes).digest('hex'))
const inPieces = async function* (...pieces: string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

/** The rules that every store of content keeps, as tests; `open` gives an empty one. */
export const contentRules = (open: () => Promise<StoreUnderTest>) => {
  const team = TeamId.parse(randomUUID())
  const other = TeamId.parse(randomUUID())
  const placeIn = (holder: ContentHolder, hash: ContentHash) => `${holder}/${hash.slice(0, 2)}/${hash}`

  test('is found by its SHA-256, in full or by range', async () => {
    const { store } = await open()
    const bytes = Buffer.from('a certificate')

    const whole = await store.put(team, bytes, limits)
    const pieces = await store.put(team, inPieces('a cert', 'ificate'), limits)

    expect(whole).toEqual({ hash: hashOf(bytes), size: 13 })
    expect(pieces).toEqual(whole)
    const found = await findOrMiss(store, team, whole.hash, 'a test')
    expect([found.size, found.hash]).toEqual([13, whole.hash])
    expect(await bytesIn(store, team, whole.hash)).toEqual(bytes)
    expect((await buffer(await found.read({ start: 2, end: 5 }))).toString()).toBe('cert')
    expect(await found.inFile((path) => readFile(path, 'utf8'))).toBe('a certificate')
  })

  test('is stored once however often it comes, also at the same time', async () => {
    const { store, names } = await open()
    const puts = Array.from({ length: 8 }, () => store.put(team, Buffer.from('same'), limits))

    const [first] = await Promise.all(puts)

    expect(await names()).toEqual([placeIn(team, first?.hash ?? hashOf(''))])
  })

  test('is removed for ever, of one holder, unless somebody has just put it again', async () => {
    const { store } = await open()
    const { hash } = await store.put(team, Buffer.from('same'), limits)
    await store.put(other, Buffer.from('same'), limits)
    const anHourAgo = Date.now() - 3_600_000
    const inAnHour = Date.now() + 3_600_000

    expect([await store.remove(team, hash, anHourAgo), await store.has(team, hash)]).toEqual([false, true])
    expect([await store.remove(team, hash, inAnHour), await store.has(team, hash)]).toEqual([true, false])
    expect([await store.remove(team, hash, inAnHour), await store.has(other, hash)]).toEqual([true, true])
  })

  test('goes for ever with its holder, and with no other', async () => {
    const { store, names } = await open()
    const { hash } = await store.put(team, Buffer.from('same'), limits)
    await store.put(team, Buffer.from('another'), limits)
    await store.put(other, Buffer.from('same'), limits)

    await store.purge(team)
    await store.purge(team)

    expect(await store.has(team, hash)).toBe(false)
    expect(await names()).toEqual([placeIn(other, hash)])
  })

  test('is listed with its holder, apart from what is none', async () => {
    const { store, names } = await open()
    const held = [team, other].map((holder) => ({ holder, hash: hashOf('same') }))
    for (const { holder } of held) await store.put(holder, Buffer.from('same'), limits)

    const listed: ListedContent[] = []
    for await (const content of store.list()) listed.push(content)

    expect(listed.map(({ holder, hash }) => placeIn(holder, hash)).sort()).toEqual((await names()).sort())
    expect(listed).toEqual(expect.arrayContaining(held))
  })

  test('of one team is not found by another', async () => {
    const { store } = await open()
    const { hash } = await store.put(team, Buffer.from('secret'), limits)

    expect(await store.has(team, hash)).toBe(true)
    expect(await store.has(other, hash)).toBe(false)
    expect(await store.find(other, hash)).toBeUndefined()
  })

  test('may be empty and may be exactly as large as the limit', async () => {
    const { store } = await open()

    const { hash } = await store.put(team, Buffer.alloc(0), limits)

    expect(await bytesIn(store, team, hash)).toEqual(Buffer.alloc(0))
    expect(await store.put(team, Buffer.alloc(1000), limits)).toMatchObject({ size: 1000 })
  })

  test('that is too large is refused and leaves nothing behind', async () => {
    const { store, names } = await open()

    await expect(store.put(team, inPieces('a'.repeat(600), 'b'.repeat(401)), limits)).rejects.toThrow(ContentTooLarge)
    await expect(store.put(team, Buffer.alloc(1001), limits)).rejects.toThrow(ContentTooLarge)

    expect(await names()).toEqual([])
  })

  test('whose source breaks off leaves nothing behind', async () => {
    const { store, names } = await open()
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('aborted by the caller')
    }

    await expect(store.put(team, broken(), limits)).rejects.toThrow('aborted by the caller')

    expect(await names()).toEqual([])
  })

  test('is taken over from a finished file, as put at that moment', async () => {
    const { store } = await open()
    const path = join(temporaryFolder(), 'spooled')
    await writeFile(path, 'moved', { mode: 0o600 })
    await utimes(path, new Date(0), new Date(0))

    const { hash } = await store.putFile(team, { path, size: 5, hash: hashOf('moved') }, limits)

    expect((await bytesIn(store, team, hash)).toString()).toBe('moved')
    expect(await store.remove(team, hash, Date.now() - 60_000)).toBe(false)
  })

  test('is not taken over where it is too large', async () => {
    const { store, names } = await open()
    const path = join(temporaryFolder(), 'spooled')
    await writeFile(path, Buffer.alloc(1001))

    const stored = store.putFile(team, { path, size: 1001, hash: hashOf(Buffer.alloc(1001)) }, limits)

    await expect(stored).rejects.toThrow(ContentTooLarge)
    expect(await names()).toEqual([])
    expect((await stat(path)).size).toBe(1001)
  })

  test('that was damaged is broken off before its end, and healed by the next upload of it', async () => {
    const { store, damage } = await open()
    const { hash } = await store.put(team, Buffer.from('original'), limits)
    await damage(team, hash, 'orjginal')

    await expect(bytesIn(store, team, hash)).rejects.toThrow(DamagedContent)
    await expect(bytesIn(store, team, hash)).rejects.toThrow(hash)

    await store.put(team, Buffer.from('original'), limits)
    expect((await bytesIn(store, team, hash)).toString()).toBe('original')
  })

  test('never leaves its place, whatever is passed off as an id', async () => {
    const { store, names } = await open()
    const outside = '../../etc' as TeamId
    const notAHash = '../../../etc/passwd' as ContentHash

    await expect(store.put(outside, Buffer.from('x'), limits)).rejects.toThrow()
    await expect(store.find(team, notAHash)).rejects.toThrow()
    await expect(store.has(outside, hashOf('x'))).rejects.toThrow()
    await expect(store.purge(outside)).rejects.toThrow()
    expect(await names()).toEqual([])
  })
}
