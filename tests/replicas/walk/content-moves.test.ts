import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#cli/operations/redis.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listFilesOfSite, uploadFile } from '#schemas/resources/files.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { openCaller } from '#tests/support/caller.ts'
import { sha256Of } from '#tests/support/files.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { bytesAt } from '#tests/support/zip.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

/** A fleet over a folder, beside a bucket to which its content is to be moved. */
const before = join(mkdtempSync(join(tmpdir(), 'siteledger-moves-')), 'content')
const fleet = fleetOfTests({ stores: 'bucket', env: { CONTENT_URL: pathToFileURL(before).href } })

const sites = 300

/** Milliseconds between two writes while content is copied: five a second. */
const pause = 200

const fileOf = (n: number): File =>
  new File([`%PDF-1.7\n${n} `.padEnd(20_000 + n, 'x')], `plan ${n}.pdf`, { type: 'application/pdf' })

test('content is moved from a folder to a bucket while everything is written to, and nothing is lost', async () => {
  const { env, s3, apis, workers } = fleet()
  const bucket = s3?.url('siteledger', 'content') ?? ''
  const ann = await newTeam(fleet())
  const { id: client_id } = await ann.ask(addClient, { body: { name: 'Harbour' } })
  const uploaded = new Map<string, string>()
  const upload = async (site_id: string, n: number) => {
    const file = fileOf(n)
    const { id } = await ann.ask(uploadFile, { body: { site_id: site_id as never } }, { file })
    uploaded.set(id, await sha256Of(file))
  }
  let last = ''
  for (let n = 0; n < sites; n += 1) {
    last = (await ann.ask(addSite, { body: { name: `Site ${n}`, client_id } })).id
    if (n % 3 === 0) await upload(last, n)
  }
  const copying = runProgram(
    process.execPath,
    ['cli/operations/content/main.ts', '--to', bucket, '--follow', '--json'],
    { ...env, DATA_DIR: temporaryFolder() },
  )
  const isOver = new AbortController()
  const writing = (async () => {
    for (let n = 1000; !isOver.signal.aborted; n += 1) {
      await upload(last, n)
      await wait(pause)
    }
  })()

  await copying.printed(/"up_to_date":\d+/)
  const meanwhile = uploaded.size
  await until(() => expect(uploaded.size).toBeGreaterThan(meanwhile + 20))
  isOver.abort()
  await writing
  for (const part of [...apis, ...workers]) await part.stop()
  copying.child.kill('SIGINT')
  const { code, stdout } = await copying.finished

  expect(code).toBe(0)
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ lacking: [] })
  const dataDir = temporaryFolder()
  const port = await freePort()
  const moved = { ...env, DATA_DIR: dataDir, PORT: String(port), CONTENT_URL: bucket }
  const api = runProgram(process.execPath, ['cli/operations/run.ts', 'api'], moved)
  onTestFinished(async () => {
    api.child.kill('SIGTERM')
    await api.finished
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => expect((await fetch(`${url}/ready`)).status).toBe(200))
  const again = openCaller(url, env.APP_URL ?? '', ann.cookie())

  expect((await again.ask(listSites, { query: { limit: 500 } })).length).toBe(sites)
  expect((await again.ask(listFilesOfSite, { params: { id: last as never }, query: { limit: 500 } })).length).toBe(
    [...uploaded].length - 100,
  )
  for (const [id, hash] of uploaded) {
    const { bytes } = await bytesAt(`${url}/file/${id}/download`, again)
    expect(await sha256Of(new File([new Uint8Array(bytes)], id))).toBe(hash)
  }
})
