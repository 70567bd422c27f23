import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { checkpointsStream } from '#api/event-store/streams.ts'
import { openKeptNotes } from '#api/notary/kept-notes.ts'
import { base64Of, readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { showSignedLog } from '#schemas/resources/log-proofs.ts'
import { deletePack, listPacks, orderPack, type Pack, showPack } from '#schemas/resources/packs.ts'
import { deleteSite, listSites } from '#schemas/resources/sites.ts'
import { photo } from '#tests/api/renderer/documents.ts'
import { startApp } from '#tests/support/app.ts'
import type { Caller } from '#tests/support/caller.ts'
import { givenPack } from '#tests/support/made-pack.ts'
import { northAndTower, signLog } from '#tests/support/pack-world.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'
import { unzipped } from '#tests/support/zip.ts'
import { verdictOf } from '#web/verify/verdict.ts'

const app = prepared(async () => {
  const webFolder = await mkdtemp(join(tmpdir(), 'web-'))
  for (const name of ['verify.html', 'verify.mjs']) await writeFile(join(webFolder, name), name)
  return startApp({ webFolder })
})
const world = prepared(() => northAndTower(app))

const get = (who: Caller, id: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/packs/${id}/download`, { headers: { cookie: who.cookie() ?? '', ...headers } })
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

const ready = (id: string): Promise<Pack> =>
  vi.waitFor(
    async () => {
      const pack = await world.ann.ask(showPack, { params: { id } })
      expect(pack.state).toBe('ready')
      return pack
    },
    { timeout: 60_000, interval: 100 },
  )

/** Signs the log, has it published and its time vouched for; answers how many events that counts. */
const published = async (): Promise<number> => {
  await signLog(app)
  const kept = await openKeptNotes({ dataDir: app.dataDir, contentUrl: `file://${app.dataDir}/content` })
  const note = (await kept.last())?.note ?? ''
  const { size, root } = readCheckpoint(note) ?? { size: 0, root: new Uint8Array() }
  await kept.keep(size, note, Buffer.from('an answer'))
  const data = { size, root: base64Of(root), to: 'mail' }
  await recordEvent(app, checkpointsStream, { type: 'CheckpointPublished', data })
  // That goes into the tree as well.
  await signLog(app)
  return size
}

describe('an evidence pack', () => {
  let pack: Pack
  let size: number
  beforeAll(async () => {
    size = await published()
    // A later checkpoint, so that the pack, whenever it is made, has one before its own.
    await signLog(app)
    const ordered = await world.ann.ask(orderPack, { body: { within: `site/${world.north}`, reason: 'Annual audit' } })
    expect(ordered).toMatchObject({ state: 'waiting', name: 'North', reason: 'Annual audit', expires_at: null })
    pack = await ready(ordered.id)
  })

  test('shows what stood before its order, by the instant that it tells too', async () => {
    const query = { as_of: pack.as_of }
    const { headers } = await world.ann.call(listSites, { query: query as never })
    const [ordered] = (await app.ports.log.whole.page(null)).events.filter(({ type }) => type === 'PackOrdered')
    const { position } = JSON.parse(Buffer.from(ordered?.data ?? '').toString())
    expect(headers.get('x-as-of-position')).toBe(position)
    expect(Number(position)).toBeLessThan(Number(ordered?.position))
  })

  test('is made after it was ordered, and told with its reason', async () => {
    expect(pack).toMatchObject({ done: 3, total: 3, differing: 0, by: { id: expect.any(String) } })
    const told = await world.ann.ask(listHistory, { query: { resource: 'packs' } })
    expect(told.map(({ summary }) => summary)).toEqual([
      `Made the evidence pack of North of 3 files, SHA-256 ${pack.sha256}, because: Annual audit`,
      'Ordered the evidence pack of North, because: Annual audit',
    ])
  })

  test('is downloaded whole, or goes on where it was broken off', async () => {
    const answer = await get(world.ann, pack.id)
    const whole = await bytesOf(answer)
    expect([answer.headers.get('content-type'), answer.headers.get('etag')]).toEqual([
      'application/zip',
      `"${pack.sha256}"`,
    ])
    expect(whole.length).toBe(pack.bytes)
    const paths = Object.keys(unzipped(whole))
    expect([paths[0], paths.at(-1)]).toEqual(['README.txt', 'MANIFEST'])
    expect(paths.filter((path) => path.startsWith('checkpoints/'))).toEqual([
      `checkpoints/${size}.note`,
      `checkpoints/${size}.tsr`,
    ])

    for (const at of [1, 100, Math.floor(whole.length / 2), whole.length - 1]) {
      const headers = { range: `bytes=${at}-`, 'if-range': `"${pack.sha256}"` }
      const rest = await get(world.ann, pack.id, headers)
      expect([rest.status, whole.subarray(at).equals(await bytesOf(rest))]).toEqual([206, true])
    }
    const told = await world.ann.ask(listHistory, { query: { resource: 'packs' } })
    expect(told.filter(({ type }) => type === 'PackDownloaded')).toHaveLength(1)
  })

  test('holds for whoever verifies it, and not once it is altered', async () => {
    const bytes = await bytesOf(await get(world.ann, pack.id))
    const { vkeys } = await world.ann.ask(showSignedLog)
    const whole = verdictOf([await givenPack(bytes)], vkeys)
    expect(whole.filter(({ says }) => says === 'fails')).toEqual([])
    expect(whole.at(-1)).toMatchObject({ says: 'holds', words: expect.stringMatching(/by a key you gave[.]$/) })

    bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000)
    expect(verdictOf([await givenPack(bytes)], vkeys).map(({ says }) => says)).toContain('fails')
  })

  test('is recorded as read by an auditor who takes it away', async () => {
    const auditor = await newMember(app, world.ann, 'auditor')
    expect((await get(auditor, pack.id)).status).toBe(200)
    const read = await world.ann.ask(listHistory, { query: { resource: 'reads', actor: auditor.userId } })
    expect(read.map(({ summary }) => summary)).toEqual(['Downloaded 3 files at once'])
  })

  test('is nobody’s who does not read the history, nor another team’s', async () => {
    const editor = await newMember(app, world.ann, 'editor')
    const bob = await newTeam(app)
    expect((await get(editor, pack.id)).status).toBe(403)
    expect((await get(bob, pack.id)).status).toBe(404)
    expect((await bob.refused(deletePack, { params: { id: pack.id } })).status).toBe(404)
    expect(await bob.ask(listPacks)).toEqual([])
  })
})

test('two packs of one subject, moment, person and checkpoint are equal, with pictures of the files on paper', async () => {
  const { ann, create } = world
  const { id } = await create.site((await create.client('Harbour')).id, 'Pier')
  const jpeg = new File([new Uint8Array(await photo(200, 100).jpeg().toBuffer())], 'pier.jpg', { type: 'image/jpeg' })
  await ann.ask(uploadFile, { body: { name: 'Pier', site_id: id } }, { file: jpeg })
  await create.file(id, 'Broken')
  await signLog(app)
  const as_of = (await app.ledger.lastPosition()) ?? '0'
  const entriesOf = async () => {
    const ordered = await ann.ask(orderPack, { body: { within: `site/${id}`, reason: 'Claim', as_of } })
    const bytes = await bytesOf(await get(ann, (await ready(ordered.id)).id))
    const { 'README.txt': _, MANIFEST: __, ...others } = unzipped(bytes)
    return others
  }

  const entries = await entriesOf()
  expect(entries['summary.pdf']?.match(/\/Filter \/DCTDecode/g)).toHaveLength(1)
  expect(await entriesOf()).toEqual(entries)
})

describe('an order', () => {
  test('is refused for what was not there, for moments in disorder, and without a reason', async () => {
    const within = `site/${world.north}`
    const errors = (body: object) => world.ann.invalid(orderPack, { body: { within, reason: 'Audit', ...body } })
    expect(await errors({ reason: ' ' })).toEqual({ reason: ['The reason field is required.'] })
    expect(await errors({ within: `site/${world.north.replace(/..$/, '00')}` })).toHaveProperty('within')
    expect(await errors({ within: `visit/${world.north}` })).toHaveProperty('within')
    expect(await errors({ as_of: '31/03/2999' })).toEqual({ as_of: ['The as of may not be in the future.'] })
    expect(await errors({ as_of: '1', from: '2' })).toHaveProperty('as_of')
    const now = new Date().toISOString()
    expect(await errors({ as_of: now, from: '31/03/2999' })).toHaveProperty('from')
  })

  test('waits for its turn where two of the team are being made, and does not bring back what was deleted', async () => {
    const order = { body: { within: `site/${world.tower}`, reason: 'Audit', files: false } }
    const first = await world.ann.ask(orderPack, order)
    const second = await world.ann.ask(orderPack, order)
    expect((await world.ann.refused(orderPack, order)).status).toBe(429)
    expect((await get(world.ann, first.id)).status).toBe(409)
    await world.ann.call(deletePack, { params: { id: first.id } })
    expect((await get(world.ann, first.id)).status).toBe(404)
    await world.ann.call(deleteSite, { params: { id: world.tower } })
    await signLog(app)
    const made = await ready(second.id)
    expect(made).toMatchObject({ name: '', total: 0 })
    expect((await world.ann.refused(showPack, { params: { id: first.id } })).status).toBe(404)
  })
})
