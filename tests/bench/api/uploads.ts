import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { showFile, uploadFile } from '#schemas/resources/files.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { parts } from '#tests/support/product.ts'
import { password } from '#tests/support/teams.ts'
import { concurrently } from '../event-store/measure.ts'
import { familySeconds, residentMegabytes } from '../process-cost.ts'
import { load, percentile, wire } from './load.ts'
import { seededCopy, startOn } from './seeded.ts'

// node tests/bench/api/uploads.ts: the memory of an idle API; then pictures of 2 MB until each has its thumbnail, one
// after the other and four at a time, compared to sharp alone; and the latency of lists meanwhile. COUNT sets the number
// of pictures.
const count = Number(process.env.COUNT ?? 100)
const say = (line: string) => process.stdout.write(`${line}\n`)
const seeded = await seededCopy()
const product = await startOn(seeded.dataDir)

/** A photo as from a camera: twelve megapixels, about 2 MB. */
const photo = () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const
  const grain = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080', noise } })
  return grain.resize(4000, 3000).jpeg({ quality: 82 }).toBuffer()
}

const list = wire('GET', '/api/clients?limit=50', { authorization: `Bearer ${seeded.token}` })
const lists = (milliseconds: number) =>
  load(Number(new URL(product.url).port), () => list, { connections: 2, milliseconds })

/** `seconds` is the processor time of one picture. */
type Drawn = { perSecond: number; seconds: number }

/** Milliseconds of each upload until it was accepted, and until its thumbnail was there. */
type Uploaded = Drawn & { accepted: number[]; drawn: number[] }

const median = (values: readonly number[]) => percentile({ latencies: values.toSorted((a, b) => a - b) }, 0.5)

const sharpAlone = async (file: string): Promise<Drawn> => {
  const child = fork(fileURLToPath(new URL('./sharp-alone.ts', import.meta.url)), [file, String(count)])
  const [drawn] = (await once(child, 'message')) as [Drawn]
  child.disconnect()
  return drawn
}

/** The workers' time includes the renderers that they start. */
const secondsOfParts = () => parts.map((part) => familySeconds(product.pidOf(part) ?? 0))

const uploadAll = async (picture: Buffer, atOnce: number, pictures: number): Promise<Uploaded> => {
  const owner = product.guest()
  await owner.call(signIn, { body: { email: seeded.email, password } })
  const site = (await owner.call(listSites, { query: { limit: 1 } })).body[0]?.id ?? ''
  const [started, before, each] = [performance.now(), familySeconds(product.pid), Math.ceil(pictures / atOnce)]
  const accepted: number[] = []
  const drawn: number[] = []
  await concurrently(atOnce, async () => {
    for (let n = 0; n < each; n += 1) {
      // Bytes after the end of the picture are not rendered, but make it a different file.
      const file = new File([new Uint8Array(picture), randomUUID()], 'photo.jpg', { type: 'image/jpeg' })
      const begun = performance.now()
      const { id } = (await owner.call(uploadFile, { body: { site_id: site } }, { file })).body
      accepted.push(performance.now() - begun)
      while ((await owner.call(showFile, { params: { id } })).body.thumbnail_state === 'pending')
        await wait(atOnce === 1 ? 5 : 100)
      drawn.push(performance.now() - begun)
    }
  })
  const seconds = (familySeconds(product.pid) - before) / (each * atOnce)
  return { perSecond: (each * atOnce) / ((performance.now() - started) / 1000), seconds, accepted, drawn }
}

try {
  await wait(10_000)
  const { all, own } = residentMegabytes(product.pidOf('API') ?? 0)
  say(`an idle API holds ${all} MB, ${own} MB of them its own and the rest of files (aim 150)`)

  const picture = await photo()
  const file = join(seeded.dataDir, 'photo.jpg')
  await writeFile(file, picture)
  await lists(3000)
  const quiet = percentile(await lists(5000), 0.99)
  const alone = await sharpAlone(file)
  await uploadAll(picture, 1, 3)
  const single = await uploadAll(picture, 1, Math.ceil(count / 4))
  const before = secondsOfParts()
  const undisturbed = await uploadAll(picture, 4, count)
  const spent = secondsOfParts().map((seconds, n) => seconds - (before[n] ?? 0))
  const uploading = uploadAll(picture, 4, count)
  const meanwhile: number[] = []
  let over = false
  void uploading.finally(() => {
    over = true
  })
  while (!over) meanwhile.push(...(await lists(500)).latencies)
  const busy = percentile({ latencies: meanwhile.sort((one, other) => one - other) }, 0.99)
  await uploading
  const megabytes = (picture.length / 1e6).toFixed(1)
  const rate = (undisturbed.perSecond / alone.perSecond).toFixed(2)
  const cost = (alone.seconds / undisturbed.seconds).toFixed(2)
  say(`uploads of ${megabytes} MB until their thumbnail: ${rate} of sharp alone (aim 0.8), ${cost} by processor time`)
  const row = (name: string, { perSecond, seconds }: Drawn) =>
    say(`  ${name.padEnd(12)}${perSecond.toFixed(2)}/s, ${Math.round(seconds * 1000)} ms of processor time each`)
  row('ours', undisturbed)
  const milliseconds = (seconds: number) => Math.round((seconds * 1000) / (Math.ceil(count / 4) * 4))
  say(`  of these ${parts.map((part, n) => `${milliseconds(spent[n] ?? 0)} ms ${part}`).join(', ')}`)
  row('sharp alone', alone)
  const drawnAfter = median(single.drawn)
  say(
    `one upload until its thumbnail: ${drawnAfter.toFixed(0)} ms, accepted after ${median(single.accepted).toFixed(0)}`,
  )
  say(`  ${((alone.seconds * 1000) / drawnAfter).toFixed(2)} of sharp alone`)
  say(`four at once: accepted after ${median(undisturbed.accepted).toFixed(0)} ms`)
  say(`lists meanwhile: ${(busy / quiet).toFixed(1)} times the p99 of before (aim 3 at most)`)
  say(`  ${busy.toFixed(1)} ms, before ${quiet.toFixed(1)} ms`)
} finally {
  await product.stop()
  await seeded.remove()
}
