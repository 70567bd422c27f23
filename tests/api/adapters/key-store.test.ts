import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KeyDestroyed, type KeyStore, openKeyStore } from '#api/adapters/key-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

describe('the key store', () => {
  const masterKey = randomBytes(32)
  let folder: string
  const opened: KeyStore[] = []
  const open = (key: Uint8Array = masterKey) => {
    const store = openKeyStore(join(folder, 'keys.sqlite'), key)
    opened.push(store)
    return store
  }
  const keyOf = async (store: KeyStore, person: string) => (await store.forSealing(person, true))?.key as Uint8Array
  const bytesOnDisk = async () =>
    Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))))
  beforeEach(() => {
    folder = temporaryFolder()
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) store.close()
  })

  test('makes a key of 32 bytes once per person and keeps it', async () => {
    const first = await keyOf(open(), 'ann')

    expect(first).toHaveLength(32)
    expect(await keyOf(open(), 'ann')).toEqual(first)
    expect(open().find('ann')).toEqual(first)
    expect(await keyOf(open(), 'bob')).not.toEqual(first)
    expect(open().find('carol')).toBeUndefined()
  })

  test('stores keys wrapped, and unwraps them with its own master key only', async () => {
    const key = await keyOf(open(), 'ann')

    expect((await bytesOnDisk()).includes(Buffer.from(key))).toBe(false)
    expect(() => open(randomBytes(32)).find('ann')).toThrow()
  })

  test('destroys a key for ever: no trace on disk, and no new one for that person', async () => {
    const store = open()
    await keyOf(store, 'ann')
    const wrappedKeyIsThere = await bytesOnDisk()

    await store.destroy('ann')

    expect(store.find('ann')).toBe('destroyed')
    await expect(store.forSealing('ann', true)).rejects.toThrow(KeyDestroyed)
    await expect(open().forSealing('ann', true)).rejects.toThrow(KeyDestroyed)
    // The sealed key, 60 bytes after the person's id, is overwritten in every file.
    const at = wrappedKeyIsThere.indexOf('ann')
    const wrapped = wrappedKeyIsThere.subarray(at + 3, at + 3 + 60)
    expect((await bytesOnDisk()).includes(wrapped)).toBe(false)
  })

  test('destroys a key that never was, so that it never will be', async () => {
    const store = open()

    await store.destroy('ann')

    expect(store.find('ann')).toBe('destroyed')
    await expect(store.forSealing('ann', true)).rejects.toThrow(KeyDestroyed)
  })

  test('digests the same text alike for one purpose and one master key', () => {
    const store = open()

    expect(store.digest('email', 'a@b.c')).toMatch(/^[0-9a-f]{64}$/)
    expect(open().digest('email', 'a@b.c')).toBe(store.digest('email', 'a@b.c'))
    const others = [
      store.digest('slug', 'a@b.c'),
      store.digest('email', 'b@b.c'),
      open(randomBytes(32)).digest('email', 'a@b.c'),
    ]
    for (const other of others) expect(other).not.toBe(store.digest('email', 'a@b.c'))
  })

  test('has a secret of its own for each purpose', () => {
    expect(open().secret('session-cookie')).toBe(open().secret('session-cookie'))
    expect(open().secret('other')).not.toBe(open().secret('session-cookie'))
  })
})
