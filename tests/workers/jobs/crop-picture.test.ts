import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pictureDecider } from '#api/domain/picture.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { pictureStream } from '#api/event-store/streams.ts'
import type { PictureOwner } from '#schemas/events/picture.ts'
import { cropPicture } from '#schemas/jobs/crop-picture.ts'
import { photo } from '#tests/api/renderer/documents.ts'
import { bytesIn } from '#tests/support/content.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { cropPictureJob } from '#workers/jobs/crop-picture.ts'
import { jobTools } from './job-tools.ts'

const { store, content, renderers } = await jobTools()

describe('the job that crops a picture [D-68]', () => {
  const owners: Record<PictureOwner['kind'], () => PictureOwner> = {
    user: () => ({ kind: 'user', id: newUserId() }),
    team: () => ({ kind: 'team', id: newTeamId() }),
  }

  /** Sends a picture and runs its job so many times; answers the events of the picture. */
  const outcomeOf = async (bytes: Uint8Array, kind: PictureOwner['kind'] = 'user', times = 1) => {
    const owner = owners[kind]()
    const stored = await content.put(owner.id, bytes, { maxBytes: bytes.length })
    const picture = { owner, content: stored, mimeType: 'image/jpeg' } as const
    const stream = pictureStream(owner)
    await handle(store.ledger, pictureDecider, stream, { type: 'UploadPicture', picture }, contextOf(null, null))
    const [uploaded] = await store.ledger.read(stream)
    const payload = { owner, eventId: uploaded?.id ?? '', correlationId: '', hash: stored.hash, mimeType: 'image/jpeg' }
    const job = cropPictureJob({ ledger: store.ledger, content, renderers, now: () => new Date() })
    for (let time = 0; time < times; time += 1) await job.run(cropPicture.payload.parse(payload), { last: false })
    return { owner, events: (await store.ledger.read(stream)).slice(1) }
  }

  test.each(['user', 'team'] as const)("cuts 300 x 300 out of the middle of a %s's picture", async (kind) => {
    const { owner, events } = await outcomeOf(await photo(1200, 500).jpeg().toBuffer(), kind)

    expect(events).toMatchObject([{ type: 'PictureCropped', data: { owner } }])
    const [cropped] = events
    if (cropped?.type !== 'PictureCropped') throw new Error('nothing was cropped')
    const drawn = await bytesIn(content, owner.id, cropped.data.content.hash)
    const { format, width, height } = await sharp(drawn).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 300, height: 300 })
  })

  test('removes place and camera from the metadata, and draws it upright', async () => {
    const bytes = await photo(1200, 500)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .jpeg()
      .toBuffer()

    const { owner, events } = await outcomeOf(bytes)

    const [cropped] = events
    if (cropped?.type !== 'PictureCropped') throw new Error('nothing was cropped')
    const drawn = await bytesIn(content, owner.id, cropped.data.content.hash)
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
  })

  test('records once that garbage cannot be drawn', async () => {
    const { events } = await outcomeOf(Buffer.from('garbage'), 'user', 2)

    expect(events).toMatchObject([{ type: 'PictureRefused', data: { reason: 'unreadable' } }])
  })

  test('records one square when it runs twice', async () => {
    const { events } = await outcomeOf(await photo(400, 400).jpeg().toBuffer(), 'user', 2)

    expect(events.map(({ type }) => type)).toEqual(['PictureCropped'])
  })
})
