import { describe, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import { type CategoryId, ContentHash } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newFileId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(fileDecider)

describe('a file', () => {
  const fileId = newFileId()
  const teamId = newTeamId()
  const hash = ContentHash.parse('a'.repeat(64))
  const otherHash = ContentHash.parse('b'.repeat(64))
  const file = {
    fileId,
    teamId,
    clientId: newClientId(),
    siteId: newSiteId(),
    visitId: null,
    categoryIds: [] as CategoryId[],
    ...detailsOf.file({ name: 'Fire certificate', completed_at: '2026-03-31' }),
    localFileName: 'scan0001.pdf',
    type: 'application/pdf',
    mimeType: 'application/pdf',
    content: { hash, size: 1000 },
    uploadedBy: newUserId(),
  } as const
  const thumbnail = {
    fileId,
    teamId,
    of: hash,
    content: { hash: otherHash, size: 10 },
    mimeType: 'image/webp',
    width: 640,
    height: 480,
  } as const
  const failure = { fileId, teamId, of: hash, reason: 'unreadable' }
  const uploadFile = { type: 'UploadFile', file } as const
  const fileUploaded = { type: 'FileUploaded', data: file } as const
  const recordThumbnail = { type: 'RecordThumbnail', thumbnail } as const
  const thumbnailMade = { type: 'ThumbnailMade', data: thumbnail } as const
  const recordFailure = { type: 'RecordThumbnailFailure', failure } as const
  const thumbnailFailed = { type: 'ThumbnailFailed', data: failure } as const

  test('is uploaded', () => {
    given().when(uploadFile).then(fileUploaded)
  })

  test('is uploaded once', () => {
    given(fileUploaded).when(uploadFile).thenBreaks('id-taken')
  })

  test('gets its thumbnail, or the reason why there is none', () => {
    given(fileUploaded).when(recordThumbnail).then(thumbnailMade)
    given(fileUploaded).when(recordFailure).then(thumbnailFailed)
  })

  test('keeps its first thumbnail when a second worker comes', () => {
    given(fileUploaded, thumbnailMade).when(recordThumbnail).thenNothing()
    given(fileUploaded, thumbnailMade).when(recordFailure).thenNothing()
    given(fileUploaded, thumbnailFailed).when(recordThumbnail).thenNothing()
  })

  test('takes no thumbnail of content that it does not have', () => {
    given(fileUploaded)
      .when({ type: 'RecordThumbnail', thumbnail: { ...thumbnail, of: otherHash } })
      .thenNothing()
  })

  test('that never was takes no thumbnail', () => {
    given().when(recordThumbnail).thenBreaks('file-not-found')
    given().when(recordFailure).thenBreaks('file-not-found')
  })
})
