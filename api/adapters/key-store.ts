import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { keyFor } from './master-key.ts'

/** Keys of people and of purposes, all under one master key (D-90). */
export type KeyStore = {
  /** The person's key, 32 bytes; undefined once it is destroyed or where there never was one. */
  find: (personId: string) => Uint8Array | undefined
  /** The person's key, made at the first call. Throws KeyDestroyed for an erased person. */
  findOrCreate: (personId: string) => Uint8Array
  /** Ends every way of reading what was sealed for the person, and answers once the key is off the disk. Throws where it is not yet. */
  destroy: (personId: string) => void
  /** A keyed digest, 64 hexadecimal digits: the same text always gives the same, and it tells nothing. */
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

/** Whether this is the master key that the keys of a file were made with; true where there are none yet. */
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
 * Opens `keys.sqlite`; `:memory:` serves tests. Several processes may share the file.
 * A destroyed key is overwritten in the file, not just unlinked.
 */
export const openKeyStore = (file: string, masterKey: Uint8Array): KeyStore => {
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = ON;
    CREATE TABLE IF NOT EXISTS person_keys (person_id TEXT PRIMARY KEY, wrapped BLOB, destroyed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  `)
  const select = db.prepare('SELECT wrapped, destroyed FROM person_keys WHERE person_id = ?')
  const insert = db.prepare('INSERT INTO person_keys (person_id, wrapped) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const erase = db.prepare(`
    INSERT INTO person_keys (person_id, wrapped, destroyed) VALUES (?, NULL, 1)
    ON CONFLICT DO UPDATE SET wrapped = NULL, destroyed = 1`)
  const wrappingKey = keyFor(masterKey, 'person-keys')

  const find = (personId: string): Uint8Array | undefined => {
    const wrapped = select.get(personId)?.wrapped
    return wrapped instanceof Uint8Array ? unwrap(wrappingKey, personId, wrapped) : undefined
  }

  const findOrCreate = (personId: string): Uint8Array => {
    const known = find(personId)
    if (known) return known
    insert.run(personId, wrap(wrappingKey, personId, randomBytes(32)))
    // Another process may have been first: what the file holds counts.
    const key = find(personId)
    if (!key) throw new KeyDestroyed()
    return key
  }

  return {
    find,
    findOrCreate,
    destroy: (personId) => {
      erase.run(personId)
      // The log of the file still held the key; a reader in the way is gone when this is tried again.
      const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() ?? {}
      if (busy !== 0) throw new Error('The key file is busy')
    },
    digest: (purpose, text) =>
      createHmac('sha256', keyFor(masterKey, `digest/${purpose}`))
        .update(text)
        .digest('hex'),
    secret: (purpose) => keyFor(masterKey, `secret/${purpose}`).toString('base64url'),
    close: () => db.close(),
  }
}
