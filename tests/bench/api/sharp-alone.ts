import { readFile } from 'node:fs/promises'
import { drawImage } from '#workers/renderer/images.ts'
import { concurrently } from '../event-store/measure.ts'

// Renders a picture so many times, four at a time, and sends its parent the rate per second and the processor time of
// each.
const [file = '', count = '100'] = process.argv.slice(2)
const picture = await readFile(file)
await drawImage(picture, 'thumbnail')
const each = Math.ceil(Number(count) / 4)
const started = performance.now()
const before = process.cpuUsage()
await concurrently(4, async () => {
  for (let n = 0; n < each; n += 1) await drawImage(picture, 'thumbnail')
})
const { user, system } = process.cpuUsage(before)
process.send?.({
  perSecond: (each * 4) / ((performance.now() - started) / 1000),
  seconds: (user + system) / 1e6 / (each * 4),
})
