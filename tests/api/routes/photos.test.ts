import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect } from 'vitest'
import { pictureStream, siteStream } from '#api/event-store/streams.ts'
import { ContentHash, type UserId } from '#schemas/ids.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { addFileVersion, bringBackFileVersion, listFileVersions } from '#schemas/resources/file-versions.ts'
import { showFile, uploadFile } from '#schemas/resources/files.ts'
import { setSiteThumbnail } from '#schemas/resources/sites.ts'
import { demandSecondFactor } from '#schemas/resources/teams.ts'
import { currentUser, uploadPhoto } from '#schemas/resources/users.ts'
import { fileOf } from '#tests/support/files.ts'
import { heicBytes, heicFile, heicOfSide } from '#tests/support/photos.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { operatedApp, sharedSite } from '#tests/support/shared-app.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const original = { type: 'image/heic', size: heicBytes.length, human_readable_size: `${heicBytes.length} B` }

describe('a HEIC photo', () => {
  const { app, test, ann, site } = sharedSite()
  // Neither what was sent nor what was made of it stays where uploads are received.
  afterEach(async () => expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([]))

  const upload = (file: File) => ann.call(uploadFile, { body: { site_id: site.id } }, { file })
  const errorsOf = (file: File) => ann.invalid(uploadFile, { body: { site_id: site.id } }, { file })

  test('becomes a JPEG, and stays beside it as it came', async () => {
    const { body: file } = await upload(heicFile())

    expect(file).toMatchObject({ name: 'IMG_0042', local_file_name: 'IMG_0042.jpg', type: 'image/jpeg' })
    expect(file).toMatchObject({ mime_type: 'image/jpeg', original })
    expect(await ann.ask(showFile, { params: { id: file.id } })).toMatchObject({ original })
    const jpeg = await ann.request('GET', `/file/${file.id}/download`)
    expect(jpeg.headers.get('content-disposition')).toContain('IMG_0042.jpg')
    expect(jpeg.headers.get('content-type')).toBe('image/jpeg')
    const sent = await ann.request('GET', `/file/${file.id}/download?original=1`)
    expect(sent.headers.get('content-disposition')).toContain('IMG_0042.heic')
    expect(sent.headers.get('content-type')).toBe('image/heic')
    expect(Number(sent.headers.get('content-length'))).toBe(heicBytes.length)
  })

  test('is taken by the other name that systems have for its type', async () => {
    const declared = new File([new Uint8Array(heicBytes)], 'IMG_0042.heic', { type: 'image/heif' })

    expect((await upload(declared)).body).toMatchObject({ type: 'image/jpeg', original })
  })

  test('is one of several that are sent at once', async () => {
    const form = new FormData()
    form.append('site_id', site.id)
    for (const file of [heicFile('a.heic'), fileOf('b.pdf', 'application/pdf')]) form.append('file[]', file)
    expect((await ann.request('POST', '/api/files', { form })).body).toMatchObject([
      { local_file_name: 'a.jpg', original },
      { local_file_name: 'b.pdf', original: null },
    ])
  })

  test('is a document, and a version of a file that can be brought back', async () => {
    const document = await ann.ask(uploadDocument, { body: {} }, { file: heicFile('Plan.heic') })
    expect(document).toMatchObject({ mime_type: 'image/jpeg', original })
    expect((await ann.request('GET', `/document/${document.id}/view?original=1`)).headers.get('content-type')).toBe(
      'image/heic',
    )

    const { body: file } = await upload(fileOf('a.png', 'image/png'))
    const params = { id: file.id }
    expect(await ann.ask(addFileVersion, { params }, { file: heicFile() })).toMatchObject({ original })
    await ann.call(bringBackFileVersion, { params: { ...params, version: 1 } })
    await ann.call(bringBackFileVersion, { params: { ...params, version: 2 } })
    const versions = await ann.ask(listFileVersions, { params })
    expect(versions.map((each) => each.original)).toEqual([original, null, original, null])
    const place = `/file/${file.id}/versions`
    expect((await ann.request('GET', `${place}/2/download?original=1`)).headers.get('content-type')).toBe('image/heic')
    expect((await ann.request('GET', `${place}/1/download?original=1`)).status).toBe(404)
  })

  test('is a thumbnail and the picture of a person, of which the JPEG alone is kept', async () => {
    const params = { id: site.id }
    await ann.call(setSiteThumbnail, { params }, { file: heicFile() })
    await ann.call(uploadPhoto, {}, { file: heicFile() })

    const ofSite = await app.ledger.read(siteStream(site.id))
    const ofAnn = await app.ledger.read(pictureStream({ kind: 'user', id: ann.userId }))
    const [thumbnail, photo] = [ofSite, ofAnn].map((events) =>
      events.find(({ type }) => type === 'SiteThumbnailSet' || type === 'PictureUploaded'),
    )
    expect([thumbnail?.data, photo?.data]).toMatchObject([{ mimeType: 'image/jpeg' }, { mimeType: 'image/jpeg' }])
    for (const event of [thumbnail, photo]) expect(event?.data).not.toHaveProperty('original')
    const broken = heicFile('a.heic', heicBytes.subarray(0, 600))
    expect(await ann.invalid(setSiteThumbnail, { params }, { file: broken })).toEqual({
      thumbnail: ['Invalid file type.'],
    })
    const large = heicFile('a.heic', Buffer.concat([heicBytes, Buffer.alloc(4 * 1024 * 1024)]))
    expect(await ann.invalid(uploadPhoto, {}, { file: large })).toEqual({
      photo: ['File size exceeds limit of 4 MB.'],
    })
  })

  test('as it came is found where there is one, and by who may see the file', async () => {
    const { body: photo } = await upload(heicFile())
    const { body: scan } = await upload(fileOf('a.pdf', 'application/pdf'))
    const stranger = await newTeam(app, { name: 'Eve' })

    expect((await ann.request('GET', `/file/${scan.id}/download?original=1`)).status).toBe(404)
    expect((await stranger.request('GET', `/file/${photo.id}/download?original=1`)).status).toBe(404)
  })

  test.each([
    ['a picture of another type', fileOf('a.heic', 'image/heic', { begins: 'image/png' })],
    ['a text', new File(['text'], 'a.heic', { type: 'image/heic' })],
    ['cut off', heicFile('a.heic', heicBytes.subarray(0, 600))],
    ['declared as a JPEG', new File([new Uint8Array(heicBytes)], 'a.jpg', { type: 'image/jpeg' })],
  ])('that is none is refused: %s', async (_, file) => {
    expect(await errorsOf(file)).toEqual({ file: ['Invalid file type.'] })
  })

  test('of too many pixels is refused with what it may have', async () => {
    expect(await errorsOf(heicFile('a.heic', heicOfSide(8000)))).toEqual({
      file: ['The photo is too large. A HEIC photo may have up to 26 megapixels.'],
    })
  })

  test('larger than a file may be is refused like every other', async () => {
    const large = heicFile('a.heic', Buffer.concat([heicBytes, Buffer.alloc(8_388_608)]))
    expect(await errorsOf(large)).toEqual({ file: ['File size exceeds limit of 8 MB.'] })
  })
})

const megabyte = 1024 * 1024

describe('a profile photo', () => {
  const { app, test, boss } = operatedApp()

  /** The event of a worker once it has made the square; here the square is the upload itself. */
  const crop = async (userId: UserId) => {
    const owner = { kind: 'user', id: userId } as const
    const history = await app.ledger.read(pictureStream(owner))
    const uploaded = history.findLast((event) => event.type === 'PictureUploaded')
    const content = uploaded?.data.content ?? { hash: ContentHash.parse('0'.repeat(64)), size: 0 }
    const data = { owner, of: content.hash, content }
    return recordEvent(app, pictureStream(owner), { type: 'PictureCropped', data })
  }

  test('[API2C-01] is awaited until a worker has made its square, then it has an address [D-68]', async ({ ann }) => {
    const body = await ann.ask(uploadPhoto, {}, { file: fileOf('me.png', 'image/png') })
    expect(body).toMatchObject({ photo_url: null, photo_state: 'pending' })

    const { photo_url, photo_state } = await ann.ask(currentUser, {}, await crop(ann.userId))
    expect(photo_state).toBe('ready')
    const { status: shown, headers } = await ann.request('GET', photo_url ?? '')
    expect([shown, headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('is shown to operators and to who is in a team with its owner, and is not there for anybody else', async () => {
    const ann = await newTeam(app)
    const bob = await newMember(app, ann, 'member')
    const mallory = await newTeam(app)
    await ann.call(uploadPhoto, {}, { file: fileOf('me.png', 'image/png') })
    const { photo_url } = await ann.ask(currentUser, {}, await crop(ann.userId))

    expect((await bob.request('GET', photo_url ?? '')).status).toBe(200)
    expect((await mallory.request('GET', photo_url ?? '')).status).toBe(404)
    expect((await app.guest().request('GET', photo_url ?? '')).status).toBe(401)
    expect((await bob.request('GET', '/photos/not-an-id')).status).toBe(404)
    expect((await boss.request('GET', photo_url ?? '')).status).toBe(200)

    await turnOnTwoFactor(ann)
    await ann.call(demandSecondFactor, { params: { id: ann.teamId }, body: { second_factor_required: true } })
    expect((await bob.request('GET', photo_url ?? '')).status).toBe(404)
    await turnOnTwoFactor(bob)
    expect((await bob.request('GET', photo_url ?? '')).status).toBe(200)
  })

  test.for([
    ['a PDF', fileOf('me.pdf', 'application/pdf'), 'Invalid file type.'],
    ['a PDF under another name', fileOf('me.png', 'image/png', { begins: 'application/pdf' }), 'Invalid file type.'],
    ['more than 8 MB', fileOf('me.png', 'image/png', { size: 9 * megabyte }), 'File size exceeds limit of 4 MB.'],
    ['more than 4 MB', fileOf('me.png', 'image/png', { size: 4 * megabyte + 1 }), 'File size exceeds limit of 4 MB.'],
  ] as const)('[ERR2-14] cannot be %s', async ([_, file, message], { ann }) => {
    expect(await ann.invalid(uploadPhoto, {}, { file })).toEqual({ photo: [message] })
  })

  test('must be there', async ({ ann }) => {
    expect(await ann.invalid(uploadPhoto)).toEqual({ photo: ['The photo field is required.'] })
  })
})
