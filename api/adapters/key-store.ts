import { randomBytes } from 'node:crypto'
import { firstKid } from '#schemas/events/personal.ts'
import { derivedKeys, type KeyName, nameOf, rootIn, unwrap, wrap } from './key-wrapping.ts'
import { openKeysFile, othersOfPerson } from './keys-file.ts'
import { keyFor } from './master-key.ts'

/** The keys of people, and keys for purposes of the installation, all under one master key (D-90). */
export type KeyStore = {
  /**
   * A key in memory or in the file, 32 bytes; undefined if it is not here, which does not mean that it was destroyed
   * (D-104).
   */
  find: (personId: string, kid?: string) => Uint8Array | 'destroyed' | undefined
  /** Whether `find` knows nothing of a key before it is fetched. */
  lacks: (name: KeyName) => boolean
  /** Fetches keys for `find`. */
  fetch: (names: readonly KeyName[]) => Promise<void>
  /**
   * A key of the person to seal with. Where there is none it is made, durably, with `mayMake`; otherwise undefined.
   * Throws KeyDestroyed for an erased person.
   */
  forSealing: (personId: string, mayMake: boolean) => Promise<{ kid: string; key: Uint8Array } | undefined>
  /** Drops the keys of people from memory. */
  forget: (personIds: readonly string[]) => void
  /**
   * Destroys the person's keys, after which nothing sealed for them can be read. Resolves once they are gone for good;
   * rejects if they are not yet.
   */
  destroy: (personId: string) => Promise<void>
  /** A keyed digest, 64 hexadecimal digits: deterministic, and it reveals nothing about the text. */
  digest: (purpose: string, text: string) => string
  /** A secret of the installation for one purpose, such as signing cookies. */
  secret: (purpose: string) => string
  close: () => void
}

export class KeyDestroyed extends Error {
  constructor() {
    super('The key of this person was destroyed')
    this.name = 'KeyDestroyed'
  }
}

/**
 * Opens `keys.sqlite`; `:memory:` is for tests. Several processes may share the file. A person has one key, unless more
 * came from a bucket. A destroyed key is overwritten in the file, not just unlinked.
 */
export const openKeyStore = (file: string, masterKey: Uint8Array): KeyStore => {
  const { db, note } = openKeysFile(file, 'shared')
  const select = db.prepare('SELECT wrapped, destroyed FROM person_keys WHERE person_id = ?')
  const insert = db.prepare('INSERT INTO person_keys (person_id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const selectOther = db.prepare(`
    SELECT person_id FROM person_keys WHERE ${othersOfPerson} AND wrapped IS NOT NULL LIMIT 1`)
  const eraseOthers = db.prepare(`DELETE FROM person_keys WHERE ${othersOfPerson}`)
  const erase = db.prepare(`
    INSERT INTO person_keys (person_id, wrapped, destroyed) VALUES (?, NULL, 1)
    ON CONFLICT DO UPDATE SET wrapped = NULL, destroyed = 1`)
  const wrappingKey = keyFor(masterKey, 'person-keys')

  const find = (personId: string, kid = firstKid): Uint8Array | 'destroyed' | undefined => {
    const name = nameOf({ personId, kid })
    const row = select.get(name)
    if (row) return row.wrapped instanceof Uint8Array ? unwrap(wrappingKey, name, row.wrapped) : 'destroyed'
    return select.get(personId)?.destroyed === 1 ? 'destroyed' : undefined
  }

  const findAny = (personId: string): { kid: string; key: Uint8Array | 'destroyed' } | undefined => {
    const other = find(personId) ? undefined : selectOther.get(personId)?.person_id
    const kid = other ? String(other).slice(personId.length + 1) : firstKid
    const key = find(personId, kid)
    return key && { kid, key }
  }

  return {
    find,
    lacks: () => false,
    fetch: async () => {},
    forSealing: async (personId, mayMake) => {
      // Another process may be first: the key in the file counts.
      if (mayMake && !findAny(personId)) insert.run(personId, wrap(wrappingKey, personId, randomBytes(32)))
      const found = findAny(personId)
      if (found?.key === 'destroyed') throw new KeyDestroyed()
      return found && { kid: found.kid, key: found.key }
    },
    forget: () => {},
    destroy: async (personId) => {
      erase.run(personId)
      eraseOthers.run(personId)
      // The write-ahead log still held the key. A reader may block the checkpoint; the caller retries.
      const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
      if (busy !== 0) throw new Error('The key file is busy')
    },
    ...derivedKeys(masterKey, rootIn(note('root'), masterKey)),
    close: () => db.close(),
  }
}
