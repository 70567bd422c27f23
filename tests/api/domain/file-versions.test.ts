import { describe, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
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

const outcome = (of: typeof image.content.hash) => ({ ...ids, of, reason: 'unreadable' })
const failed = (of: typeof image.content.hash) => ({ type: 'ThumbnailFailed', data: outcome(of) }) as const

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
    const record = (of: typeof image.content.hash) =>
      ({ type: 'RecordThumbnailFailure', failure: outcome(of) }) as const

    given(uploaded, failed(content.hash), added(2, image)).ignores(record(content.hash))
    given(uploaded, failed(content.hash), added(2, image)).decides(
      record(image.content.hash),
      failed(image.content.hash),
    )
    given(uploaded, failed(content.hash), added(2, image), added(3, first, 1)).decides(
      record(content.hash),
      failed(content.hash),
    )
  })
})
