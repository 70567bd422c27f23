import { describe, expect } from 'vitest'
import { pictureStream } from '#api/event-store/streams.ts'
import { ContentHash, type UserId } from '#schemas/ids.ts'
import { demandSecondFactor } from '#schemas/resources/teams.ts'
import { currentUser, uploadPhoto } from '#schemas/resources/users.ts'
import { fileOf } from '#tests/support/files.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

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
