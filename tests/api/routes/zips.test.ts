import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { newZipName } from '#api/adapters/zip-requests.ts'
import { SiteId } from '#schemas/ids.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { deleteFile } from '#schemas/resources/files.ts'
import { downloadZip, prepareZip, zipLasts } from '#schemas/resources/zips.ts'
import { pathOf } from '#tests/support/caller.ts'
import { newFileId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'
import { bytesAt, unzipped } from '#tests/support/zip.ts'

const { app, test } = sharedApp()

const prepare = (who: Member, body: object) => who.ask(prepareZip, { body })
const addressOf = (zip: string) => app.url + pathOf(downloadZip, { params: { zip } })
const download = async (who: Member, body: object) => {
  const prepared = await prepare(who, body)
  return { prepared, ...(await bytesAt(addressOf(prepared.zip), who)) }
}
const pathsOf = (bytes: Uint8Array) => Object.keys(unzipped(bytes)).filter((path) => !path.startsWith('manifest'))

describe('a zip file', () => {
  test('of a site holds its files in folders of client, site and visit, with a length that is told before', async () => {
    const { ann, create, north } = await teamWithRecords(app)
    await create.file(north.id, 'Beside')

    const { prepared, answer, bytes } = await download(ann, { filter: { site: north.id } })

    expect(prepared).toMatchObject({ name: 'Acme, North.zip', files: 3, bytes: 321, human_readable_size: '321 B' })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="Acme, North.zip"',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
    })
    expect(Object.keys(unzipped(bytes))).toEqual([
      'manifest.csv',
      'manifest.json',
      'Acme/North/Beside.pdf',
      'Acme/North/Beside (2).pdf',
      'Acme/North/Spring/Of spring.pdf',
    ])
  })

  test('has manifests that name each file with the SHA-256 of its bytes', async () => {
    const { ann, create, north, ofSpring } = await teamWithRecords(app)
    const fire = await ann.ask(addCategory, { body: { name: 'Fire; alarms' } })
    const formula = await create.file(north.id, '=1+1', { categories: [fire.id] })

    const { bytes } = await download(ann, { ids: [ofSpring.id, formula.id] })

    const files = unzipped(bytes)
    const { files: lines } = JSON.parse(files['manifest.json'] ?? '')
    expect(lines).toHaveLength(2)
    for (const { path, sha256, size } of lines) {
      const content = Buffer.from(files[path] ?? '', 'latin1')
      expect([createHash('sha256').update(content).digest('hex'), content.length]).toEqual([sha256, size])
    }
    expect(lines[0]).toMatchObject({
      path: 'Acme/North/=1+1.pdf',
      id: formula.id,
      name: '=1+1',
      client: 'Acme',
      site: 'North',
      visit: null,
      categories: ['Fire; alarms'],
      completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    const rows = parse(files['manifest.csv'] ?? '', { columns: true }) as Record<string, string>[]
    expect(rows.map(({ name, visit, sha256 }) => [name, visit, sha256])).toEqual([
      ["'=1+1", '', lines[0].sha256],
      ['Of spring', 'Spring', lines[1].sha256],
    ])
  })

  test('keeps records of one name apart, and every name inside the zip file', async () => {
    const { ann, create, acme, north } = await teamWithRecords(app)
    const twin = await create.site((await create.client('ACME')).id, 'North')
    const up = await create.site(acme.id, '../..')
    const files = [
      await create.file(north.id, 'Plan'),
      await create.file(twin.id, 'Plan'),
      await create.file(up.id, '../../../etc/passwd'),
      await create.file(up.id, 'CON'),
    ]

    const { bytes } = await download(ann, { ids: files.map(({ id }) => id) })

    expect(pathsOf(bytes)).toEqual([
      'ACME/North/Plan.pdf',
      'Acme (2)/-/-..-..-etc-passwd.pdf',
      'Acme (2)/-/_CON.pdf',
      'Acme (2)/North/Plan.pdf',
    ])
  })

  test('[D-57] holds what the caller sees when it is opened, and is for nobody else', async () => {
    const { ann, acme, south, create, ofSpring, beside } = await teamWithRecords(app)
    await create.file(south.id, 'Roof')
    const ofSouth = await newMember(app, ann, 'member', { clientId: acme.id, siteIds: [SiteId.parse(south.id)] })
    const eve = await newTeam(app)

    expect(pathsOf((await download(ofSouth, { filter: {} })).bytes)).toEqual(['Acme/South/Roof.pdf'])
    expect(await ofSouth.invalid(prepareZip, { body: { ids: [ofSpring.id] } })).toEqual({
      'ids.0': ['The selected file is invalid.'],
    })
    expect(await eve.invalid(prepareZip, { body: { filter: { client: acme.id } } })).toEqual({
      filter: ['No files match.'],
    })
    const { zip } = await prepare(ann, { ids: [ofSpring.id, beside.id] })
    for (const other of [ofSouth, eve]) expect((await bytesAt(addressOf(zip), other)).answer.status).toBe(404)
    expect((await bytesAt(addressOf(newZipName()), ann)).answer.status).toBe(404)
    expect((await app.guest().request('GET', pathOf(downloadZip, { params: { zip } }))).status).toBe(401)
    await ann.call(deleteFile, { params: { id: beside.id } })
    expect(pathsOf((await bytesAt(addressOf(zip), ann)).bytes)).toEqual(['Acme/North/Spring/Of spring.pdf'])
    await ann.call(deleteFile, { params: { id: ofSpring.id } })
    expect((await bytesAt(addressOf(zip), ann)).answer.status).toBe(404)
  })

  test('is there for ten minutes', async ({ ann, records: { beside } }) => {
    const { zip } = await prepare(ann, { ids: [beside.id] })
    const clock = vi.spyOn(Date, 'now')
    onTestFinished(() => void clock.mockRestore())

    clock.mockReturnValue(Date.now() + zipLasts + 1)

    expect((await bytesAt(addressOf(zip), ann)).answer.status).toBe(404)
  })

  test('says what is not in the content store, and leaves it out', async ({ ann, records: { ofSpring, beside } }) => {
    const before = await download(ann, { ids: [beside.id] })
    const [{ sha256 }] = JSON.parse(unzipped(before.bytes)['manifest.json'] ?? '').files
    const stored = join(app.dataDir, 'content', ann.teamId, sha256.slice(0, 2), sha256)
    await rm(stored)

    const { bytes } = await download(ann, { ids: [beside.id, ofSpring.id] })

    expect(pathsOf(bytes)).toEqual(['Acme/North/Spring/Of spring.pdf'])
    expect(JSON.parse(unzipped(bytes)['manifest.json'] ?? '').files.at(-1)).toMatchObject({
      path: null,
      name: 'Beside',
      sha256,
    })
  })

  test('is refused with a sentence where it names its files in no way, or in two', async () => {
    const { ann, beside } = await teamWithRecords(app)
    const some = { ids: ['Please choose the files to download.'] }

    expect(await ann.invalid(prepareZip, { body: {} })).toEqual(some)
    expect(await ann.invalid(prepareZip, { body: { ids: [] } })).toEqual(some)
    expect(await ann.invalid(prepareZip, { body: { ids: [beside.id], filter: {} } })).toEqual(some)
    expect(await ann.invalid(prepareZip, { body: { ids: [newFileId()] } })).toEqual({
      'ids.0': ['The selected file is invalid.'],
    })
  })
})
