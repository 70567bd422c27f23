import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { showFile, uploadFile } from '#schemas/resources/files.ts'
import { register } from '#schemas/resources/registration.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { importFile } from '#tests/support/imports.ts'
import { newInstallation, type Part, parts, startProduct } from '#tests/support/product.ts'
import { registration } from '#tests/support/teams.ts'
import { concurrently } from '../event-store/measure.ts'
import { sitesFile } from '../import/sites-file.ts'
import { familyMegabytes, familySeconds } from '../process-cost.ts'
import { photo } from '../side-by-side/photo.ts'

// node tests/bench/memory/peaks.ts: memory of a new installation at rest, its peak during an import of ROWS sites and
// during UPLOADS photos, four at a time, and at rest again; and the processor time of each part. NODE_OPTIONS sets flags
// of V8 for those parts that have none of their own (cli/operations/start-services.ts).
const rows = Number(process.env.ROWS ?? 10_000)
const uploads = Number(process.env.UPLOADS ?? 100)

const installation = await newInstallation()
const flags = process.env.NODE_OPTIONS
const product = await startProduct(installation, flags === undefined ? {} : { NODE_OPTIONS: flags })
const names = [...parts, 'all'] as const
const pidOf = (name: Part | 'all') => (name === 'all' ? product.pid : product.pidOf(name)) ?? 0

/** Megabytes of each part, with shared pages in equal parts; those of a process that is just ending are unknown. */
const megabytes = (): number[] => {
  try {
    return names.map((name) => familyMegabytes(pidOf(name)).proportional)
  } catch {
    return []
  }
}
const seconds = () => names.map((name) => familySeconds(pidOf(name)))

const say = (what: string, each: readonly number[], unit: string, digits = 0) =>
  process.stdout.write(
    `${what.padEnd(28)}${names.map((name, n) => `${name} ${(each[n] ?? 0).toFixed(digits)}`).join(', ')} ${unit}\n`,
  )

const atRest = async (what: string) => {
  await wait(Number(process.env.REST_MS ?? 75_000))
  say(what, megabytes(), 'MB')
}

const measure = async (what: string, work: () => Promise<unknown>) => {
  const before = seconds()
  let peaks = megabytes()
  let over = false
  const working = work().finally(() => {
    over = true
  })
  while (!over) {
    peaks = megabytes().map((now, n) => Math.max(now, peaks[n] ?? 0))
    await wait(250)
  }
  await working
  say(`peak during ${what}`, peaks, 'MB')
  say(
    '  processor time',
    seconds().map((after, n) => after - (before[n] ?? 0)),
    's',
    1,
  )
}

try {
  const owner = product.guest()
  await owner.call(register, { body: registration() })
  await atRest('at rest, after the start')
  await measure('an import', () => importFile(owner, 'sites', sitesFile(rows), { create_clients: true }))
  const site = (await owner.call(listSites, { query: { limit: 1 } })).body[0]?.id ?? ''
  await measure('uploads', async () => {
    let next = 0
    await concurrently(4, async () => {
      while (next++ < uploads) {
        // Bytes after the end of the picture are not rendered, but make it a different file.
        const file = new File([new Uint8Array(photo), randomUUID()], 'photo.jpg', { type: 'image/jpeg' })
        const { id } = (await owner.call(uploadFile, { body: { site_id: site } }, { file })).body
        while ((await owner.call(showFile, { params: { id } })).body.thumbnail_state === 'pending') await wait(50)
      }
    })
  })
  await atRest('at rest, afterwards')
} finally {
  await product.stop()
  await installation.remove()
}
