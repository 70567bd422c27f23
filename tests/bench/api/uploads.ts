import { randomBytes } from 'node:crypto'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { startFleet } from '#tests/replicas/fleet.ts'
import type { Part } from '#tests/replicas/part.ts'
import { newTeam } from '#tests/support/teams.ts'

// COUNT=50 ROUNDS=4 node tests/bench/api/uploads.ts: uploads of 1 MB, one after the other, to an API whose content lies in a
// folder and to one whose content lies in a bucket of Ceph's S3 gateway in memory, in turn; prints both and their ratio.
const count = Number(process.env.COUNT ?? 50)
const rounds = Number(process.env.ROUNDS ?? 4)

const parts: Part[] = []

/** An uploader into one kind of store, which answers the milliseconds of each of some uploads. */
const uploaderInto = async (stores: 'folder' | 'bucket') => {
  const fleet = await startFleet({ workers: 0, stores }, parts)
  const ann = await newTeam(fleet)
  const { id: client_id } = await ann.ask(addClient, { body: { name: 'Harbour' } })
  const { id: site_id } = await ann.ask(addSite, { body: { name: 'Quay', client_id } })
  const [api] = fleet.apis
  if (!api) throw new Error('The fleet has an API')
  const uploader = fleet.at(api, ann)
  const upload = async (): Promise<number> => {
    const file = new File(['%PDF-1.7\n', new Uint8Array(randomBytes(1_000_000))], 'plan.pdf', {
      type: 'application/pdf',
    })
    const began = performance.now()
    await uploader.ask(uploadFile, { body: { site_id } }, { file })
    return performance.now() - began
  }
  return { upload, taken: [] as number[], remove: fleet.remove }
}

const middle = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

try {
  const folder = await uploaderInto('folder')
  const bucket = await uploaderInto('bucket')
  for (const { upload } of [folder, bucket]) for (let n = 0; n < 5; n += 1) await upload()
  for (let round = 0; round < rounds; round += 1) {
    for (const { upload, taken } of round % 2 === 0 ? [folder, bucket] : [bucket, folder]) {
      for (let n = 0; n < count / rounds; n += 1) taken.push(await upload())
    }
  }
  const ratio = middle(bucket.taken) / middle(folder.taken)
  const words = `folder ${middle(folder.taken).toFixed(1)} ms, bucket ${middle(bucket.taken).toFixed(1)} ms`
  process.stdout.write(`upload of 1 MB, median of ${folder.taken.length}: ${words}, ratio ${ratio.toFixed(2)}\n`)
  for (const part of parts.toReversed()) await part.kill()
  for (const { remove } of [folder, bucket]) await remove()
} catch (error) {
  for (const part of parts.toReversed()) await part.kill()
  throw error
}
