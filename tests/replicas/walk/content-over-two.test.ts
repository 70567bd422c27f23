import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { drawPaper } from '#api/adapters/sample-contents/paper.ts'
import { freePort } from '#cli/operations/redis.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listFilesOfSite, uploadFile } from '#schemas/resources/files.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { searchFiles } from '#schemas/resources/search.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { uploadPhoto } from '#schemas/resources/users.ts'
import { downloadZip, prepareZip } from '#schemas/resources/zips.ts'
import { photo } from '#tests/api/renderer/documents.ts'
import { type Caller, formOf, pathOf } from '#tests/support/caller.ts'
import { sha256Of } from '#tests/support/files.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam, password } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { bytesAt, unzipped } from '#tests/support/zip.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests({ apis: 2, workers: 2, stores: 'bucket' })

const bucket = () => {
  const { s3 } = fleet()
  if (!s3) throw new Error('The fleet has a bucket')
  return s3
}

/** A team with a site, of which the same person asks the first and the second API. */
const twice = async () => {
  const ann = await newTeam(fleet())
  const [one, other] = fleet().apis
  if (!one || !other) throw new Error('The fleet has two APIs')
  const here = fleet().at(one, ann)
  const there = fleet().at(other, ann)
  const { id: client_id } = await here.ask(addClient, { body: { name: 'Harbour' } })
  const { id: site_id } = await here.ask(addSite, { body: { name: 'Quay', client_id } })
  const upload = (file: File) => here.ask(uploadFile, { body: { site_id } }, { file })
  return { ann, one, other, here, there, site_id, upload }
}

const pdfOf = (size: number): File =>
  new File(['%PDF-1.7\n', new Uint8Array(randomBytes(size))], 'plan.pdf', { type: 'application/pdf' })

const download = (api: { url: string }, who: Caller, id: string) => bytesAt(`${api.url}/file/${id}/download`, who)
const hashAt = async (api: { url: string }, who: Caller, id: string) => {
  const { answer, bytes } = await download(api, who, id)
  return answer.ok ? sha256Of(new File([new Uint8Array(bytes)], 'downloaded')) : String(answer.status)
}

test('a hundred uploads at one replica are equal at the other', async () => {
  const { ann, one, other, site_id } = await twice()
  const files = Array.from({ length: 100 }, (_, n) => pdfOf(1000 + n * n * 30))
  const differing: string[] = []
  for (let n = 0; n < files.length; n += 4) {
    await Promise.all(
      files.slice(n, n + 4).map(async (file) => {
        const uploader = fleet().at(one, ann)
        const { id } = await uploader.ask(uploadFile, { body: { site_id } }, { file })
        if ((await hashAt(other, uploader, id)) !== (await sha256Of(file))) differing.push(id)
      }),
    )
  }

  expect(differing).toEqual([])
})

test('a part of a file, its picture and its text are had at the other replica, by a share link and in a zip as well', async () => {
  const { ann, one, other, here, there, site_id, upload } = await twice()
  const drawn = new File([new Uint8Array(await photo(800, 600).jpeg().toBuffer())], 'roof.jpg', { type: 'image/jpeg' })
  const paper = { kind: 'paper', title: 'Boiler', about: [], text: ['The flue is zwitterionic.'] } as const
  const written = new File([new Uint8Array(await drawPaper(paper))], 'boiler.pdf', { type: 'application/pdf' })
  const picture = await upload(drawn)
  const report = await upload(written)

  const reader = fleet().at(other, here)
  const part = await reader.request('GET', `/file/${report.id}/download`, { headers: { range: 'bytes=1-3' } })
  expect([part.status, part.body]).toEqual([206, 'PDF'])

  const thumbnails = await Promise.all(
    [one, other].map((api) =>
      until(async () => {
        const { answer, bytes } = await bytesAt(`${api.url}/file/${picture.id}/thumbnail`, ann)
        if (answer.status !== 200 || answer.headers.get('content-type') !== 'image/webp')
          throw new Error('not drawn yet')
        return Buffer.from(bytes).toString('base64')
      }),
    ),
  )
  expect(thumbnails[0]).toBe(thumbnails[1])
  for (const api of [one, other]) {
    const found = await until(async () => {
      const page = await fleet()
        .at(api, ann)
        .ask(searchFiles, { params: { query: 'zwitterionic' } })
      if (page.length === 0) throw new Error('not found yet')
      return page
    })
    expect(found.map(({ id }) => id)).toEqual([report.id])
  }

  const { zip } = await fleet()
    .at(one, ann)
    .ask(prepareZip, { body: { ids: [picture.id, report.id] } })
  const zipped = unzipped((await bytesAt(other.url + pathOf(downloadZip, { params: { zip } }), ann)).bytes)
  const manifest = zipped['manifest.json'] ?? ''
  for (const file of [drawn, written]) expect(manifest).toContain(await sha256Of(file))

  const share = await there.ask(createShare, { body: { site_id } })
  const { pathname } = new URL(share.url)
  const shared = await bytesAt(`${other.url}${pathname}/${report.id}/download`, fleet().guest(other))
  expect(await sha256Of(new File([new Uint8Array(shared.bytes)], 'shared'))).toBe(await sha256Of(written))
})

type Refusal = { status: number; retryAfter: string | null }

/**
 * Uploads some files at once, through the balancer or at one API, each again and again under its key until it is there,
 * while `trouble` goes on. Answers what was refused meanwhile.
 */
const uploadAmid = async (
  at: Caller,
  site_id: string,
  files: readonly File[],
  trouble: (refused: readonly Refusal[]) => Promise<void>,
) => {
  const refused: Refusal[] = []
  const uploaded: { id: string; file: File }[] = []
  const left = [...files]
  let isTroubled: Promise<void> | undefined
  const uploading = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      const form = { headers: { 'idempotency-key': newCommandId() }, form: formOf('file', file, { site_id }) }
      const id = await until(async () => {
        const { status, body, headers } = await at.request('POST', '/api/file', form)
        if (status === 201) return (body as { id: string }).id
        refused.push({ status, retryAfter: headers.get('retry-after') })
        throw new Error(`refused: ${status}`)
      })
      uploaded.push({ id, file })
      if (uploaded.length >= 5) isTroubled ??= trouble(refused)
    }
  }
  await Promise.all(Array.from({ length: 4 }, uploading))
  await isTroubled
  return { refused, uploaded }
}

/** Every file that a site lists is there whole, at both replicas, and is one of those that were uploaded. */
const expectWhole = async (ann: Caller, site_id: string, uploaded: readonly { id: string; file: File }[]) => {
  for (const api of fleet().apis) {
    const list = () =>
      fleet()
        .at(api, ann)
        .ask(listFilesOfSite, { params: { id: site_id }, query: { limit: 100 } })
    const ids = uploaded.map(({ id }) => id).sort()
    await until(async () => expect((await list()).map(({ id }) => id).sort()).toEqual(ids))
    for (const { id, file } of uploaded) expect(await hashAt(api, ann, id)).toBe(await sha256Of(file))
  }
}

test('uploads amid which the bucket is killed are refused until it is back, and then whole', async () => {
  const { ann, here, site_id } = await twice()
  const files = Array.from({ length: 40 }, () => pdfOf(400_000))

  const { refused, uploaded } = await uploadAmid(here, site_id, files, async (answers) => {
    await bucket().gateway.kill()
    await until(() => expect(answers).not.toEqual([]))
    await bucket().gateway.start()
  })

  for (const each of refused) expect(each).toEqual({ status: 503, retryAfter: '30' })
  await expectWhole(ann, site_id, uploaded)
})

test('uploads amid which a replica is killed are whole or not there', async () => {
  const { ann, other, site_id } = await twice()
  const files = Array.from({ length: 40 }, () => pdfOf(400_000))

  const { uploaded } = await uploadAmid(ann, site_id, files, async () => {
    await other.kill()
    await other.start()
  })

  expect(uploaded.length).toBe(40)
  await expectWhole(ann, site_id, uploaded)
})

test('without the bucket people sign in, read lists and write, and files are answered later', async () => {
  const { ann, one, other, here, there, site_id, upload } = await twice()
  const { id } = await upload(pdfOf(1000))
  const signIn = () =>
    fleet()
      .guest(one)
      .request('POST', '/login', { json: { email: ann.email, password } })
  const known = await signIn()
  await bucket().gateway.kill()

  const signedIn = await signIn()
  await there.call(addClient, { body: { name: 'Written' } })
  const answers = [
    await here.refused(uploadFile, { body: { site_id } }, { file: pdfOf(1000) }),
    await fleet().at(other, here).request('GET', `/file/${id}/download`),
  ]
  await bucket().gateway.start()

  expect(signedIn.status).toBe(known.status)
  expect(known.status).toBeLessThan(300)
  expect((await there.ask(listClients)).map(({ name }) => name).sort()).toEqual(['Harbour', 'Written'])
  for (const { status, headers } of answers) expect([status, headers.get('retry-after')]).toEqual([503, '30'])
  await until(async () => expect((await download(one, ann, id)).answer.status).toBe(200))
})

test('bytes that were changed behind its back are broken off, and a line names them', async () => {
  const { ann, one, upload } = await twice()
  const { id, hash } = await upload(pdfOf(100_000)).then(async (file) => ({
    ...file,
    hash: await hashAt(one, ann, file.id),
  }))
  const place = `${ann.teamId}/${hash.slice(0, 2)}/${hash}`
  await bucket().put('siteledger', `content/${place}`, 'x'.repeat(100_009))

  await expect(download(one, ann, id)).rejects.toThrow()

  await until(() => expect(one.log()).toContain(`content/ at ${bucket().endpoint} ${place} has other bytes`))
})

test('the picture of a person who is erased is gone from the bucket', async () => {
  const { ann, here } = await twice()
  const file = new File([new Uint8Array(await photo(300, 300).png().toBuffer())], 'ann.png', { type: 'image/png' })
  await here.call(uploadPhoto, {}, { file })
  const kept = () => bucket().namesIn('siteledger', `content/${ann.userId}/`)
  expect((await kept()).length).toBeGreaterThan(0)

  await here.call(eraseAccount, { body: { current_password: password } })

  await until(async () => expect(await kept()).toEqual([]))
})

test.each(['api', 'workers'] as const)(
  'a start of %s with content of elsewhere is refused, in a line that says what to do',
  async (role) => {
    const { upload } = await twice()
    await upload(pdfOf(1000))
    const starts = ['bucket', 'folder'].map(async (kind) => {
      const dataDir = temporaryFolder()
      const CONTENT_URL =
        kind === 'bucket' ? bucket().url('siteledger', `empty-${role}`) : pathToFileURL(join(dataDir, 'content')).href
      const env = { ...fleet().env, DATA_DIR: dataDir, PORT: String(await freePort()), CONTENT_URL }
      const { code, stdout, stderr } = await runProgram(process.execPath, ['cli/operations/run.ts', role], env).finished
      return { code, said: stdout + stderr, CONTENT_URL }
    })

    for (const { code, said, CONTENT_URL } of await Promise.all(starts)) {
      expect([code, said]).toEqual([78, expect.stringContaining(`CONTENT_URL: ${CONTENT_URL} has none of`)])
      expect(said).toContain('Set CONTENT_URL to the content of this log')
    }
  },
)
