import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { update } from '#projections/engine/rows.ts'
import type { DrawnFor } from '#schemas/events/picture.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { PictureState } from '#schemas/records/picture-state.ts'

/** Columns of a table of records with a thumbnail. The shown thumbnail stays until the next one is drawn. */
export const thumbnailColumns = `
  thumbnail_state TEXT NOT NULL DEFAULT 'none', thumbnail_sent TEXT, thumbnail_hash TEXT, thumbnail_version TEXT
`

/** `thumbnail_hash` and `thumbnail_version` are those of the shown thumbnail, null for the default picture. */
export type ThumbnailRow = {
  thumbnail_state: PictureState
  thumbnail_hash: ContentHash | null
  thumbnail_version: string | null
}

/** The thumbnail of a record that never had one of its own. */
export const noThumbnail: ThumbnailRow = { thumbnail_state: 'none', thumbnail_hash: null, thumbnail_version: null }

/** The uploaded image with this hash waits to be drawn. */
export const awaited = (sent: ContentHash) => ({ thumbnail_state: 'pending', thumbnail_sent: sent })

export const removed = { ...noThumbnail, thumbnail_sent: null }

/** Updates the record that a picture was drawn for, unless the picture was replaced or removed meanwhile. */
const applyOutcome = (
  db: ReadDb,
  { owner, of }: { owner: DrawnFor; of: ContentHash },
  columns: Partial<ThumbnailRow>,
) => {
  if (owner.kind !== 'client' && owner.kind !== 'site') return
  const table = `${owner.kind}s`
  const isOf = db.one(`SELECT 1 FROM ${table} WHERE id = ? AND thumbnail_sent = ?`, owner.id, of)
  if (isOf) update(db, table, owner.id, columns)
}

/** Handlers of the outcomes for thumbnails of clients and sites. */
export const thumbnails: Part = {
  tables: '',
  handlers: {
    PictureCropped: (db, { data, revision }) =>
      applyOutcome(db, data, {
        thumbnail_state: 'ready',
        thumbnail_hash: data.content.hash,
        thumbnail_version: String(revision),
      }),
    PictureRefused: (db, { data }) => applyOutcome(db, data, { thumbnail_state: 'failed' }),
  },
}
