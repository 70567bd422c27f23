import { describe, expect, test } from 'vitest'
import { directory } from '#projections/directory/directory.ts'
import { pictureQueries } from '#projections/directory/pictures.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { ContentHash } from '#schemas/ids.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const owner = { kind: 'user', id: newUserId() } as const
const sent = ContentHash.parse('a'.repeat(64))
const square = ContentHash.parse('b'.repeat(64))
const uploaded = recorded('PictureUploaded', { owner, content: { hash: sent, size: 1 }, mimeType: 'image/png' })
const cropped = recorded('PictureCropped', { owner, of: sent, content: { hash: square, size: 1 } }, { revision: 1n })
const refused = recorded('PictureRefused', { owner, of: sent, reason: 'unreadable' })

const pictureAfter = (...events: Parameters<typeof projected>[1]) => {
  const queries = pictureQueries(projected(directory, events))
  const { photo_state: state, photo_url } = queries.photoOf(owner.id)
  expect(queries.urlOf(owner.id)).toBe(photo_url)
  return { state, hash: queries.hashOf(owner.id), url: photo_url }
}

describe('the read model of pictures', () => {
  test('shows no picture until the square is drawn, and never the upload', () => {
    expect(pictureAfter()).toEqual({ state: 'none', hash: null, url: null })
    expect(pictureAfter(uploaded)).toEqual({ state: 'pending', hash: null, url: null })
    expect(pictureAfter(uploaded, cropped)).toEqual({ state: 'ready', hash: square, url: `/photos/${owner.id}?v=1` })
  })

  test('shows the former picture while the next is pending, and when that cannot be drawn', () => {
    expect(pictureAfter(uploaded, cropped, uploaded)).toMatchObject({ state: 'pending', hash: square })
    expect(pictureAfter(uploaded, cropped, uploaded, refused)).toMatchObject({ state: 'failed', hash: square })
  })

  test('tells URL and state of one moment, though the picture becomes ready while it is read', () => {
    const db = projected(directory, [uploaded])
    const movingOn: ReadDb = {
      ...db,
      one: (sql, ...values) => {
        const row = db.one(sql, ...values)
        applyEvent(directory, db, cropped)
        return row as never
      },
    }
    const { photoOf } = pictureQueries(movingOn)

    expect(photoOf(owner.id)).toEqual({ photo_state: 'pending', photo_url: null })
    expect(photoOf(owner.id)).toEqual({ photo_state: 'ready', photo_url: `/photos/${owner.id}?v=1` })
  })

  test('removes the picture of an erased person', () => {
    const erased = recorded('PersonErased', { userId: owner.id, addressedIds: [] })

    expect(pictureAfter(uploaded, cropped, erased)).toEqual({ state: 'none', hash: null, url: null })
  })
})
