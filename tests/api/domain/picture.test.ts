import { describe, test } from 'vitest'
import { pictureDecider } from '#api/domain/picture.ts'
import { ContentHash } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(pictureDecider)
const owner = { kind: 'user', id: newUserId() } as const
const first = ContentHash.parse('a'.repeat(64))
const second = ContentHash.parse('b'.repeat(64))
const uploaded = (hash: ContentHash) =>
  ({ type: 'PictureUploaded', data: { owner, content: { hash, size: 1 }, mimeType: 'image/png' } }) as const
const cropped = (of: ContentHash) =>
  ({ type: 'PictureCropped', data: { owner, of, content: { hash: first, size: 1 } } }) as const
const recordCrop = (of: ContentHash) => ({ type: 'RecordCrop', crop: cropped(of).data }) as const

describe('a picture', () => {
  test('is sent, cropped, and replaced by another', () => {
    given().decides({ type: 'UploadPicture', picture: uploaded(first).data }, uploaded(first))
    given(uploaded(first)).decides(recordCrop(first), cropped(first))
    given(uploaded(first), cropped(first)).decides(
      { type: 'UploadPicture', picture: uploaded(second).data },
      uploaded(second),
    )
  })

  test('accepts no second outcome, and none for an upload that was replaced', () => {
    given(uploaded(first), cropped(first)).ignores(recordCrop(first))
    given(uploaded(first), uploaded(second)).ignores(recordCrop(first))
  })

  test('that cannot be read is refused', () => {
    const refusal = { owner, of: first, reason: 'unreadable' }

    given(uploaded(first)).decides({ type: 'RecordRefusal', refusal }, { type: 'PictureRefused', data: refusal })
  })
})
