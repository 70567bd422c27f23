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
    given().decides(uploadFile, fileUploaded)
  })

  test('is uploaded once', () => {
    given(fileUploaded).refuses(uploadFile, 'id-taken')
  })

  test('gets its thumbnail, or the reason why there is none', () => {
    given(fileUploaded).decides(recordThumbnail, thumbnailMade)
    given(fileUploaded).decides(recordFailure, thumbnailFailed)
  })

  test('keeps its first thumbnail when a second worker comes', () => {
    given(fileUploaded, thumbnailMade).ignores(recordThumbnail)
    given(fileUploaded, thumbnailMade).ignores(recordFailure)
    given(fileUploaded, thumbnailFailed).ignores(recordThumbnail)
  })

  test('takes no thumbnail of content that it does not have', () => {
    given(fileUploaded).ignores({ type: 'RecordThumbnail', thumbnail: { ...thumbnail, of: otherHash } })
  })

  test('that never was takes no thumbnail', () => {
    given().refuses(recordThumbnail, 'file-not-found')
    given().refuses(recordFailure, 'file-not-found')
  })
})
