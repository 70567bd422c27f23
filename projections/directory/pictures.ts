import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { ContentHash, TeamId, UserId } from '#schemas/ids.ts'

/** Pictures of users and teams (D-68). The shown picture stays until the next one is ready. */
export const pictures: Part = {
  tables: `
    CREATE TABLE pictures (
      owner_id TEXT PRIMARY KEY, state TEXT NOT NULL, hash TEXT, version TEXT
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    PictureUploaded: (db, { data }) =>
      db.run(
        `INSERT INTO pictures (owner_id, state) VALUES (?, 'pending') ON CONFLICT DO UPDATE SET state = 'pending'`,
        data.owner.id,
      ),
    PictureCropped: (db, { data, revision }) =>
      db.run(
        "UPDATE pictures SET state = 'ready', hash = ?, version = ? WHERE owner_id = ?",
        data.content.hash,
        String(revision),
        data.owner.id,
      ),
    PictureRefused: (db, { data }) => db.run("UPDATE pictures SET state = 'failed' WHERE owner_id = ?", data.owner.id),
    PersonErased: (db, { data }) => db.run('DELETE FROM pictures WHERE owner_id = ?', data.userId),
  },
}

export type PictureState = 'none' | 'pending' | 'ready' | 'failed'
type PictureRow = { state: Exclude<PictureState, 'none'>; hash: ContentHash | null; version: string | null }

export const pictureQueries = (db: ReadDb) => {
  const one = (ownerId: UserId | TeamId) =>
    db.one<PictureRow>('SELECT state, hash, version FROM pictures WHERE owner_id = ?', ownerId)
  const urlIn = (ownerId: UserId | TeamId, row: PictureRow | undefined): string | null =>
    row?.hash ? `/photos/${ownerId}?v=${row.version}` : null
  return {
    /** Hash of the shown picture; null without one. */
    hashOf: (ownerId: UserId | TeamId): ContentHash | null => one(ownerId)?.hash ?? null,
    /** URL of the picture, which differs after each change; null without one. Only members can open it. */
    urlOf: (ownerId: UserId | TeamId): string | null => urlIn(ownerId, one(ownerId)),
    /**
     * The URL with the state of the newest upload, in one read: between two reads a picture that is ready may be applied,
     * and a page that is told `ready` without a URL asks no more.
     */
    photoOf: (ownerId: UserId | TeamId): { photo_url: string | null; photo_state: PictureState } => {
      const row = one(ownerId)
      return { photo_url: urlIn(ownerId, row), photo_state: row?.state ?? 'none' }
    },
  }
}
