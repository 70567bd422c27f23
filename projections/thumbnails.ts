import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { PictureState } from '#schemas/picture-state.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** Columns of a table of things that have a thumbnail. What is shown stays until the next one is drawn. */
export const thumbnailColumns = `
  thumbnail_state TEXT NOT NULL DEFAULT 'none', thumbnail_sent TEXT, thumbnail_hash TEXT, thumbnail_version TEXT
`

/** `thumbnail_hash` and `thumbnail_version` are those of what is shown, null for the default picture. */
export type ThumbnailRow = {
  thumbnail_state: PictureState
  thumbnail_hash: ContentHash | null
  thumbnail_version: string | null
}

/** Notes what was sent, by its hash. */
export const awaitThumbnail = (db: ReadDb, table: string, id: string, sent: ContentHash) =>
  db.run(`UPDATE ${table} SET thumbnail_state = 'pending', thumbnail_sent = ? WHERE id = ?`, sent, id)

export const removeThumbnail = (db: ReadDb, table: string, id: string) =>
  db.run(
    `UPDATE ${table} SET thumbnail_state = 'none', thumbnail_sent = NULL, thumbnail_hash = NULL,
       thumbnail_version = NULL WHERE id = ?`,
    id,
  )

/** What became of thumbnails; an outcome for one that was replaced or removed in the meantime changes nothing. */
export const thumbnailHandlers = (kind: 'client' | 'site', table: string): Projection['handlers'] => ({
  PictureCropped: (db, { data, revision }) => {
    if (data.owner.kind !== kind) return
    db.run(
      `UPDATE ${table} SET thumbnail_state = 'ready', thumbnail_hash = ?, thumbnail_version = ?
       WHERE id = ? AND thumbnail_sent = ?`,
      data.content.hash,
      String(revision),
      data.owner.id,
      data.of,
    )
  },
  PictureRefused: (db: ReadDb, { data }: Recorded<EventNamed<'PictureRefused'>>) => {
    if (data.owner.kind !== kind) return
    db.run(`UPDATE ${table} SET thumbnail_state = 'failed' WHERE id = ? AND thumbnail_sent = ?`, data.owner.id, data.of)
  },
})

/** Of something that was never given one. */
export const noThumbnail: ThumbnailRow = { thumbnail_state: 'none', thumbnail_hash: null, thumbnail_version: null }
