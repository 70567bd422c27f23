import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { firstKid } from '#schemas/events/personal.ts'
import { keyFor } from './master-key.ts'

/** A key of a person; sealed fields that name none mean `firstKid`. */
type KeyName = { personId: string; kid: string }

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
  /** Notes the id of the log that the keys belong to, unless it is noted (D-110). */
  belongTo: (logId: string) => void
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

const ivBytes = 12
const tagBytes = 16

const wrap = (masterKey: Uint8Array, personId: string, key: Uint8Array): Uint8Array => {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', masterKey, iv).setAAD(Buffer.from(personId))
  const text = Buffer.concat([cipher.update(key), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text])
}

const unwrap = (masterKey: Uint8Array, personId: string, wrapped: Uint8Array): Uint8Array => {
  const decipher = createDecipheriv('aes-256-gcm', masterKey, wrapped.subarray(0, ivBytes))
    .setAAD(Buffer.from(personId))
    .setAuthTag(wrapped.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(wrapped.subarray(ivBytes + tagBytes)), decipher.final()])
}

/** How many keys a file holds, those that were destroyed too; undefined if it is no file of keys. */
export const countKeys = (file: string): number | undefined => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return Number(db.prepare('SELECT count(*) AS keys FROM person_keys').get()?.keys)
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

/** The id of the log that a file of keys belongs to (D-110); undefined if none is written in it. */
export const logIdOfKeys = (file: string): string | undefined => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const id = db.prepare('SELECT id FROM log').get()?.id
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  } finally {
    db.close()
  }
}

/** Whether this is the master key of the keys in a file; true if the file holds no keys yet. */
export const masterKeyOpens = (file: string, masterKey: Uint8Array): boolean => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const row = db.prepare('SELECT person_id, wrapped FROM person_keys WHERE wrapped IS NOT NULL LIMIT 1').get()
    if (row) unwrap(keyFor(masterKey, 'person-keys'), String(row.person_id), row.wrapped as Uint8Array)
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}

/**
 * Opens `keys.sqlite`; `:memory:` is for tests. Several processes may share the file. A destroyed key is overwritten in
 * the file, not just unlinked.
 */
export const openKeyStore = (file: string, masterKey: Uint8Array): KeyStore => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS person_keys (person_id TEXT PRIMARY KEY, wrapped BLOB, destroyed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS log (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `)
  const select = db.prepare('SELECT wrapped, destroyed FROM person_keys WHERE person_id = ?')
  const insert = db.prepare('INSERT INTO person_keys (person_id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const erase = db.prepare(`
    INSERT INTO person_keys (person_id, wrapped, destroyed) VALUES (?, NULL, 1)
    ON CONFLICT DO UPDATE SET wrapped = NULL, destroyed = 1`)
  const wrappingKey = keyFor(masterKey, 'person-keys')

  /** The person's key, the only one that a file has. */
  const find = (personId: string): Uint8Array | 'destroyed' | undefined => {
    const row = select.get(personId)
    if (row === undefined) return undefined
    return row.wrapped instanceof Uint8Array ? unwrap(wrappingKey, personId, row.wrapped) : 'destroyed'
  }

  const findOrMake = (personId: string, mayMake: boolean): Uint8Array | 'destroyed' | undefined => {
    const known = find(personId)
    if (known || !mayMake) return known
    insert.run(personId, wrap(wrappingKey, personId, randomBytes(32)))
    // Another process may have been first: the key in the file counts.
    return find(personId)
  }

  const digestKeys = new Map<string, KeyObject>()
  /** The key of a purpose, of which there are a few. It is derived once: every session that is read needs one. */
  const digestKey = (purpose: string): KeyObject => {
    const key = digestKeys.get(purpose) ?? createSecretKey(keyFor(masterKey, `digest/${purpose}`))
    digestKeys.set(purpose, key)
    return key
  }

  return {
    find: (personId, kid = firstKid) => (kid === firstKid ? find(personId) : undefined),
    lacks: () => false,
    fetch: async () => {},
    forSealing: async (personId, mayMake) => {
      const key = findOrMake(personId, mayMake)
      if (key === 'destroyed') throw new KeyDestroyed()
      return key && { kid: firstKid, key }
    },
    forget: () => {},
    destroy: async (personId) => {
      erase.run(personId)
      // The write-ahead log still held the key. A reader may block the checkpoint; the caller retries.
      const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
      if (busy !== 0) throw new Error('The key file is busy')
    },
    belongTo: (logId) => {
      db.prepare('INSERT INTO log (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM log)').run(logId)
    },
    digest: (purpose, text) => createHmac('sha256', digestKey(purpose)).update(text).digest('hex'),
    secret: (purpose) => keyFor(masterKey, `secret/${purpose}`).toString('base64url'),
    close: () => db.close(),
  }
}
