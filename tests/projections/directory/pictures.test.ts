import { describe, expect, test } from 'vitest'
import { directory } from '#projections/directory/directory.ts'
import { pictureQueries } from '#projections/directory/pictures.ts'
import { ContentHash } from '#schemas/ids.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const owner = { kind: 'user', id: newUserId() } as const
const [sent, square] = [ContentHash.parse('a'.repeat(64)), ContentHash.parse('b'.repeat(64))]
const uploaded = recorded('PictureUploaded', { owner, content: { hash: sent, size: 1 }, mimeType: 'image/png' })
const cropped = recorded('PictureCropped', { owner, of: sent, content: { hash: square, size: 1 } }, { revision: 1n })
const refused = recorded('PictureRefused', { owner, of: sent, reason: 'unreadable' })

const pictureAfter = (...events: Parameters<typeof projected>[1]) => {
  const queries = pictureQueries(projected(directory, events))
  return { state: queries.stateOf(owner.id), hash: queries.hashOf(owner.id), url: queries.urlOf(owner.id) }
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

  test('removes the picture of an erased person', () => {
    const erased = recorded('PersonErased', { userId: owner.id, addressedIds: [] })

    expect(pictureAfter(uploaded, cropped, erased)).toEqual({ state: 'none', hash: null, url: null })
  })
})
