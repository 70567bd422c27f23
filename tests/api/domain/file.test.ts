import { describe, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { mostVersions } from '#schemas/limits/upload-rules.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newTrashId, newUserId } from '#tests/support/new-ids.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'

const given = deciding(fileDecider)

const data = uploadedFile()
const ids = { fileId: data.fileId, teamId: data.teamId }
const uploaded = { type: 'FileUploaded', data } as const
const addedBy = newUserId()

const image = {
  localFileName: 'plan.png',
  type: 'image/png',
  mimeType: 'image/png',
  content: { hash: hashOf('b'), size: 20 },
} as const
const pdf = {
  localFileName: 'plan.pdf',
  type: 'application/pdf',
  mimeType: 'application/pdf',
  content: { hash: hashOf('c'), size: 30 },
} as const
type Received = typeof image | typeof pdf

const send = (received: Received) => ({ type: 'AddFileVersion', ...ids, received, addedBy }) as const
const bring = (version: number) => ({ type: 'BringBackFileVersion', ...ids, version, addedBy }) as const
const added = (version: number, received: object, broughtBack: number | null = null) => ({
  type: 'FileVersionAdded' as const,
  data: { ...ids, ...(received as Received), version, broughtBack, addedBy },
})
const { localFileName, type, mimeType, content } = data
const first = { localFileName, type, mimeType, content }

const outcome = (of: ContentHash) => ({ ...ids, of, reason: 'unreadable' })
const failed = (of: ContentHash) => ({ type: 'ThumbnailFailed', data: outcome(of) }) as const
const recordFailure = (of: ContentHash) => ({ type: 'RecordThumbnailFailure', failure: outcome(of) }) as const

describe('a file', () => {
  const made = { content: { hash: hashOf('d'), size: 10 }, mimeType: 'image/webp', width: 640, height: 480 } as const
  const thumbnail = { ...ids, of: content.hash, ...made }
  const upload = { type: 'UploadFile', file: data } as const
  const recordThumbnail = { type: 'RecordThumbnail', thumbnail } as const
  const thumbnailMade = { type: 'ThumbnailMade', data: thumbnail } as const

  test('is uploaded, once', () => {
    given().decides(upload, uploaded)
    given(uploaded).refuses(upload, 'id-taken')
  })

  test('gets its thumbnail, or the reason why there is none', () => {
    given(uploaded).decides(recordThumbnail, thumbnailMade)
    given(uploaded).decides(recordFailure(content.hash), failed(content.hash))
  })

  test('keeps its first thumbnail when a second worker comes', () => {
    given(uploaded, thumbnailMade).ignores(recordThumbnail)
    given(uploaded, thumbnailMade).ignores(recordFailure(content.hash))
    given(uploaded, failed(content.hash)).ignores(recordThumbnail)
  })

  test('takes no thumbnail of content that it does not have', () => {
    given(uploaded).ignores({ ...recordThumbnail, thumbnail: { ...thumbnail, of: hashOf('d') } })
  })

  test('that never was takes no thumbnail, nor does one that is purged', () => {
    given().refuses(recordThumbnail, 'file-not-found')
    given().refuses(recordFailure(content.hash), 'file-not-found')
    const inTrash = { ...ids, trashId: newTrashId() }
    const deleted = { type: 'FileDeleted', data: inTrash } as const
    given(uploaded, deleted).decides(recordFailure(content.hash), failed(content.hash))
    given(uploaded, deleted, { type: 'FilePurged', data: inTrash }).ignores(recordFailure(content.hash))
  })
})

describe('the versions of a file', () => {
  test('are its upload and what took its place, also of another type', () => {
    given(uploaded).decides(send(image), added(2, image))
    given(uploaded, added(2, image)).decides(send(pdf), added(3, pdf))
  })

  test('stay as they are when the present content is sent again', () => {
    given(uploaded, added(2, image)).ignores(send({ ...image, localFileName: 'copy.png' } as never))
  })

  test('can be brought back, as a new version each time', () => {
    given(uploaded, added(2, image)).decides(bring(1), added(3, first, 1))
    given(uploaded, added(2, image), added(3, first, 1)).decides(bring(2), added(4, image, 2))
  })

  test('are brought back by sending their content', () => {
    given(uploaded, added(2, image), added(3, pdf)).decides(send(image), added(4, image, 2))
  })

  test('are not added by bringing back the present content', () => {
    given(uploaded).ignores(bring(1))
    given(uploaded, added(2, image), added(3, first, 1)).ignores(bring(1))
  })

  test('are those that there are, of an active file of the team', () => {
    given(uploaded).refuses(bring(2), 'file-version-not-found')
    given().refuses(send(image), 'file-not-found')
    given(uploaded).refuses({ ...send(image), teamId: newTeamId() }, 'file-not-found')
    const deleted = { type: 'FileDeleted', data: { ...ids, trashId: newTrashId() } } as const
    given(uploaded, deleted).refuses(send(image), 'file-not-found')
    given(uploaded, deleted).refuses(bring(1), 'file-not-found')
  })

  test('are not more than a file can have', () => {
    const all = Array.from({ length: mostVersions - 1 }, (_, at) => added(at + 2, at % 2 === 0 ? image : first))

    given(uploaded, ...all.slice(1)).decides(send(pdf), added(mostVersions, pdf))
    given(uploaded, ...all).refuses(send(pdf), 'too-many-file-versions')
  })

  test('each get a thumbnail, and an outcome for another content changes nothing', () => {
    given(uploaded, failed(content.hash), added(2, image)).ignores(recordFailure(content.hash))
    given(uploaded, failed(content.hash), added(2, image)).decides(
      recordFailure(image.content.hash),
      failed(image.content.hash),
    )
    given(uploaded, failed(content.hash), added(2, image), added(3, first, 1)).decides(
      recordFailure(content.hash),
      failed(content.hash),
    )
  })
})
