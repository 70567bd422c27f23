import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import { listClients } from '#schemas/resources/clients.ts'
import { showSignedLog } from '#schemas/resources/log-proofs.ts'
import { orderPack, showPack } from '#schemas/resources/packs.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { password } from '#tests/support/teams.ts'
import { type Seeded, seed } from '../api/seeded.ts'
import { processorSeconds, residentMegabytes } from '../process-cost.ts'

// node tests/bench/packs/main.ts [OTHER]: what an evidence pack of all files of a team takes the API, in memory and in
// processor time, and each part of it that is asked for afterwards; in this checkout, and in another one with its packages
// installed, on copies of the same data. FILES="20000 100000" are the sizes.
const sizes = (process.env.FILES ?? '20000 100000').split(' ').map(Number)
const folders = [join(import.meta.dirname, '../../..'), ...process.argv.slice(2)]
const parts = 20

const newestIn = (dataDir: string) => {
  const db = new DatabaseSync(join(dataDir, 'events.sqlite'), { readOnly: true })
  const row = db.prepare('SELECT max(position) AS position FROM event').get()
  db.close()
  return String(row?.position)
}

/** The most memory of a process while something goes on, without mapped files, in megabytes, and its processor time, in seconds. */
const costOf = async (pid: number, work: () => Promise<unknown>) => {
  const before = processorSeconds(pid)
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid).own)
  }, 50)
  await work().finally(() => clearInterval(sampling))
  return { most, seconds: processorSeconds(pid) - before }
}

/** Lines of a manifest but those that another checkpoint or another minute makes another. */
const comparable = (manifest: string) =>
  manifest
    .split('\n')
    .filter((line) => / {2}(leaves|history|records|files)\b/.test(line))
    .join('\n')

const measure = async (folder: string, { email }: Seeded, dataDir: string, zip: string): Promise<string> => {
  const own: typeof import('../api/seeded.ts') = await import(join(folder, 'tests/bench/api/seeded.ts'))
  const position = newestIn(dataDir)
  const product = await own.startOn(dataDir)
  try {
    const owner = product.guest()
    await owner.call(signIn, { body: { email, password } })
    const [client] = (await owner.call(listClients)).body
    const signed = async () => (await owner.call(showSignedLog)).body.size
    while ((await signed()) < 1) await wait(500)
    const pid = product.pidOf('API') ?? 0
    const atRest = residentMegabytes(pid).own
    const body = { within: `client/${client?.id}`, reason: 'Audit', as_of: position }
    const order = () => owner.call(orderPack, { body }).catch(() => undefined)
    let ordered = await order()
    while (!ordered) {
      await wait(1000)
      ordered = await order()
    }
    const params = { id: ordered.body.id }
    // One that is busy with a pack may answer nothing else.
    const state = () =>
      owner.call(showPack, { params }).then(
        ({ body }) => body.state,
        () => 'busy',
      )
    const making = await costOf(pid, async () => {
      while ((await state()) !== 'ready') await wait(200)
    })
    const get = (range?: string) =>
      fetch(`${product.url}/api/packs/${params.id}/download`, {
        headers: { cookie: owner.cookie() ?? '', ...(range && { range }) },
      })
    const { bytes } = (await owner.call(showPack, { params })).body
    const middle = Math.floor((bytes ?? 0) / 2)
    const asking = await costOf(pid, async () => {
      for (let n = 0; n < parts; n += 1) await (await get(`bytes=${middle + n}-${middle + n + 99}`)).arrayBuffer()
    })
    const taking = await costOf(pid, async () =>
      pipeline(Readable.fromWeb((await get()).body as ReadableStream), createWriteStream(zip)),
    )
    const told = [
      `${basename(folder).padEnd(12)} at rest ${atRest} MB`,
      `made ${making.seconds.toFixed(1)} s, ${making.most} MB`,
      `a part ${Math.round((asking.seconds / parts) * 1000)} ms`,
      `all ${Math.round((bytes ?? 0) / 1e6)} MB ${taking.seconds.toFixed(1)} s, ${taking.most} MB`,
    ]
    process.stdout.write(`${told.join('; ')}\n`)
    return comparable(execFileSync('unzip', ['-p', zip, 'MANIFEST'], { encoding: 'utf8', maxBuffer: 2 ** 30 }))
  } finally {
    await product.stop()
  }
}

for (const files of sizes) {
  const base = await mkdtemp(join(tmpdir(), 'siteledger-packs-'))
  try {
    const original = join(base, 'seeded')
    await mkdir(original)
    const seeded = await seed(original, { clients: 1, sites: 50, visits: 500, files, contents: true })
    process.stdout.write(`${files} files\n`)
    const manifests = new Set<string>()
    for (const folder of folders) {
      const dataDir = join(base, 'copy')
      await cp(original, dataDir, { recursive: true })
      manifests.add(await measure(folder, seeded, dataDir, join(base, 'pack.zip')))
      await rm(dataDir, { recursive: true })
    }
    if (manifests.size > 1) throw new Error('The packs differ')
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}
