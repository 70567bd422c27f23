import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { pictureStream } from '#api/event-store/streams.ts'
import type { DrawnFor } from '#schemas/events/picture.ts'
import {
  clientThumbnail,
  listClients,
  removeClientThumbnail,
  setClientThumbnail,
  showClient,
} from '#schemas/resources/clients.ts'
import { listSites, removeSiteThumbnail, setSiteThumbnail, showSite, siteThumbnail } from '#schemas/resources/sites.ts'
import { startApp } from '#tests/support/app.ts'
import { pathOf } from '#tests/support/caller.ts'
import { fileOf } from '#tests/support/files.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

const megabytes8 = 8_388_608
const png = () => fileOf('logo.png', 'image/png')

const nouns = [
  {
    noun: 'client',
    set: setClientThumbnail,
    remove: removeClientThumbnail,
    content: clientThumbnail,
    show: showClient,
    list: listClients,
    ids: '[API1-06] [API1-07]',
  },
  {
    noun: 'site',
    set: setSiteThumbnail,
    remove: removeSiteThumbnail,
    content: siteThumbnail,
    show: showSite,
    list: listSites,
    ids: '[API1-19] [API1-20]',
  },
] as const

describe.each(nouns)('the thumbnail of a $noun', ({ noun, set, remove, content, show, list, ids }) => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))
  const owned = prepared(() => recordCreator(ann).all())
  afterEach(async () => expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([]))

  const id = () => (noun === 'client' ? owned.acme.id : owned.north.id)
  const params = () => ({ id: id() }) as never
  const shown = (seen = {}) => ann.ask(show, { params: params() }, seen)
  const refused = async (file?: File) => {
    const { status, body } = await ann.refused(set, { params: { id: id() } }, file ? { file } : {})
    return [status, body.errors]
  }

  /** The event of a worker once it has drawn the last upload; here that is the upload itself. */
  const draw = async () => {
    const owner = { kind: noun, id: id(), teamId: ann.teamId } as DrawnFor
    const events = await app.ledger.read(`${noun}-${id()}`)
    const sent = events.findLast((event) => event.type === 'ClientThumbnailSet' || event.type === 'SiteThumbnailSet')
    if (!sent) throw new Error('nothing was sent')
    const data = { owner, of: sent.data.content.hash, content: sent.data.content }
    return recordEvent(app, pictureStream(owner), { type: 'PictureCropped', data })
  }

  test(`${ids} [VAL-16] is replaced, shown once it is drawn, and reset to the default`, async () => {
    expect(await shown()).toMatchObject({ thumbnail_url: null, thumbnail_state: 'none' })
    for (const [name, type] of [
      ['a.gif', 'image/gif'],
      ['a.jpg', 'image/jpeg'],
      ['a.png', 'image/png'],
    ] as const) {
      const { status, body } = await ann.call(set, { params: params() }, { file: fileOf(name, type) })
      expect([status, body]).toEqual([200, await shown()])
      expect(body).toMatchObject({ id: id(), thumbnail_url: null, thumbnail_state: 'pending' })
    }
    expect((await ann.request('GET', pathOf(content, { params: { id: id() } }))).status).toBe(404)

    const ready = await shown(await draw())

    expect(ready).toMatchObject({ thumbnail_url: expect.any(String), thumbnail_state: 'ready' })
    expect(await ann.ask(list)).toContainEqual(ready)
    const { status, headers } = await ann.request('GET', ready.thumbnail_url ?? '')
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const other = await newTeam(app)
    expect((await other.request('GET', ready.thumbnail_url ?? '')).status).toBe(404)

    expect((await ann.call(remove, { params: params() })).status).toBe(204)
    expect(await shown()).toMatchObject({ thumbnail_url: null, thumbnail_state: 'none' })
    expect((await ann.request('GET', pathOf(content, { params: { id: id() } }))).status).toBe(404)
  })

  test('[VAL-16] [VAL-18] [VAL-26] [ERR1-01] is no other type, whatever is said of it', async () => {
    for (const file of [
      fileOf('a.pdf', 'application/pdf'),
      fileOf('a.svg', 'image/svg+xml'),
      fileOf('a.webp', 'image/webp'),
      fileOf('a.png', 'image/png', { begins: 'image/gif' }),
      fileOf('a.png', 'image/png', { begins: 'application/pdf' }),
      fileOf('a.gif', 'image/gif', { size: 0 }),
    ]) {
      expect(await refused(file)).toEqual([422, { thumbnail: ['Invalid file type.'] }])
    }
    expect(await refused()).toEqual([422, { thumbnail: ['The thumbnail field is required.'] }])
    expect(await shown()).toMatchObject({ thumbnail_state: 'none' })
  })

  test('[VAL-17] [VAL-18] is 8388608 bytes at most', async () => {
    const sized = (size: number) => fileOf('a.png', 'image/png', { size })

    expect((await ann.call(set, { params: params() }, { file: sized(megabytes8) })).status).toBe(200)
    for (const size of [megabytes8 + 1, 2 * megabytes8]) {
      expect(await refused(sized(size))).toEqual([422, { thumbnail: ['File size exceeds limit of 8 MB.'] }])
    }
  })

  test('of what was removed while it was drawn is not shown', async () => {
    await ann.call(set, { params: params() }, { file: png() })
    await ann.call(remove, { params: params() })

    expect(await shown(await draw())).toMatchObject({ thumbnail_url: null })
  })
})
