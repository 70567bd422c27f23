import { expect, test } from 'vitest'
import { fileThumbnail, listFiles, showFile, uploadFile } from '#schemas/resources/files.ts'
import { downloadZip, prepareZip } from '#schemas/resources/zips.ts'
import { type Caller, pathOf } from '#tests/support/caller.ts'
import { sha256Of } from '#tests/support/files.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { bytesAt, unzipped } from '#tests/support/zip.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'
import { downloaded, newFile, newSite, openUpload, photo } from '../uploads.ts'

const fleet = fleetOfTests({ workers: 2 })

/** Somebody with a site, at both replicas. */
const begin = async () => {
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  return { here, there, siteId: await newSite(here) }
}

const onceBy = (key: string) => ({ headers: { 'idempotency-key': key } })

test('what is uploaded to one replica is drawn by a worker and downloaded from the other, byte for byte', async () => {
  const { here, there, siteId } = await begin()
  const file = await photo()

  const { id } = await here.ask(uploadFile, { body: { site_id: siteId } }, { file })

  const params = { id }
  expect(await downloaded(fleet().apis[1], here, id)).toEqual({ status: 200, sha256: await sha256Of(file) })
  await until(async () => expect(await there.ask(showFile, { params })).toMatchObject({ thumbnail_state: 'ready' }))
  const drawn = await there.request('GET', pathOf(fileThumbnail, { params }))
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

test('an upload that breaks off at one replica and is sent whole to the other under its key is one file', async () => {
  const { here, there, siteId } = await begin()
  const file = newFile(2_000_000)
  const once = onceBy(newCommandId())

  const broken = await openUpload(fleet(), fleet().apis[0], here, { siteId, file, ...once })
  await broken.send(0.5)
  broken.cut()
  const { id } = await there.ask(uploadFile, { body: { site_id: siteId } }, { file, ...once })

  expect((await here.ask(listFiles)).map((each) => each.id)).toEqual([id])
  expect(await downloaded(fleet().apis[0], there, id)).toEqual({ status: 200, sha256: await sha256Of(file) })
})

test('uploads under one key at both replicas at once are one file, and another content is refused', async () => {
  const { here, there, siteId } = await begin()
  const file = newFile(200_000)
  const once = onceBy(newCommandId())
  const upload = (caller: Caller) => caller.ask(uploadFile, { body: { site_id: siteId } }, { file, ...once })

  const files = await Promise.all([upload(here), upload(there), upload(here)])

  expect(new Set(files.map(({ id }) => id)).size).toBe(1)
  const other = await there.refused(uploadFile, { body: { site_id: siteId } }, { file: newFile(200_000), ...once })
  expect(other.status).toBe(409)
  expect(await here.ask(listFiles)).toHaveLength(1)
})

test('a zip file that is prepared on one replica is fetched whole from the other', async () => {
  const { here, there, siteId } = await begin()
  const files = [newFile(300_000), newFile(400_000)]
  for (const file of files) await here.call(uploadFile, { body: { site_id: siteId } }, { file })

  const { zip } = await here.ask(prepareZip, { body: { filter: { site: siteId } } })

  const { answer, bytes } = await bytesAt(fleet().apis[1].url + pathOf(downloadZip, { params: { zip } }), there)
  expect(answer.status).toBe(200)
  const contents = Object.entries(unzipped(bytes)).filter(([path]) => path.endsWith('.pdf'))
  const hashes = contents.map(([, text]) => sha256Of(new File([Buffer.from(text, 'latin1')], '')))
  expect(new Set(await Promise.all(hashes))).toEqual(new Set(await Promise.all(files.map(sha256Of))))
})
