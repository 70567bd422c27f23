// `node tests/bench/sites/main.ts`: what sites must have and own fields over HTTP, beside the list of sites in the same run:
// the whole product with 50,000 sites and 100,000 files (SCALE=0.1 takes a tenth), 12 categories required of all sites, and
// ten values a site. Each call is asked by one caller at a time, in turns with the list.
import sharp from 'sharp'
import { addCategory, type Category } from '#schemas/resources/categories.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { addField, type Field } from '#schemas/resources/fields.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { password } from '#tests/support/teams.ts'
import { clientsIn } from '../api/filled-log.ts'
import { load, median } from '../api/load.ts'
import { seededCopy, startOn } from '../api/seeded.ts'
import { type Side, startOurs } from '../side-by-side/sides.ts'
import { fetchFrom, getting } from '../side-by-side/work.ts'
import { fillSites } from './fill.ts'

const rounds = Number(process.env.ROUNDS ?? 3)
const milliseconds = Number(process.env.ROUND_MS ?? 2000)
const seeded = await seededCopy()
const [client = ''] = clientsIn(seeded.dataDir)
const defined = await startOn(seeded.dataDir)
const owner = defined.guest()
await owner.call(signIn, { body: { email: seeded.email, password } })
const categories: Category[] = []
for (let n = 0; n < 12; n += 1) categories.push((await owner.call(addCategory, { body: { name: `Kind ${n}` } })).body)
const kinds = ['text', 'number', 'date', 'choice', 'yes_no', 'choice', 'text', 'text', 'text', 'text'] as const
const fields: Field[] = []
for (const [n, kind] of kinds.entries()) {
  const options = kind === 'choice' ? ['Oil', 'Gas', 'Wood', 'None'].map((name) => ({ name })) : []
  fields.push((await owner.call(addField, { body: { of: 'sites', name: `Field ${n}`, kind, options } })).body)
}
for (const { id } of categories) {
  await owner.call(requireCategory, { params: { id }, body: { of: 'all' } })
}

/** What a call costs one caller, at the median, and the whole product in processor time. */
type Cost = { taken: number; spent: number }

const say = (what: string, { taken, spent }: Cost, than?: Cost): void => {
  const times = than ? `${(taken / than.taken).toFixed(2)} and ${(spent / than.spent).toFixed(2)} times the list` : ''
  const cost = `${taken.toFixed(1).padStart(8)} ms, ${spent.toFixed(1).padStart(6)} ms of processor time`
  process.stdout.write(`${what.padEnd(56)}${cost}  ${times}\n`)
}

const overall = (costs: readonly Cost[]): Cost => ({
  taken: median(costs.map(({ taken }) => taken)),
  spent: median(costs.map(({ spent }) => spent)),
})

const asked = async (side: Side, path: string): Promise<Cost> => {
  const ask = getting(() => path).ask(side)
  // Each thread that reads has its own table, and reads all of it once.
  await load(side.port, ask, { connections: 4, milliseconds: 500 })
  const before = side.spent()
  const { answers, latencies } = await load(side.port, ask, { connections: 1, milliseconds })
  return { taken: median(latencies), spent: ((side.spent() - before) * 1000) / answers }
}

/** Asks for a list and for others in turns, and says what they cost beside it. */
const beside = async (side: Side, list: string, others: Record<string, string>): Promise<void> => {
  const costs = new Map<string, Cost[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const path of [list, ...Object.values(others)]) {
      costs.set(path, [...(costs.get(path) ?? []), await asked(side, path)])
    }
  }
  const than = overall(costs.get(list) ?? [])
  say(list, than)
  for (const [what, path] of Object.entries(others)) say(what, overall(costs.get(path) ?? []), than)
}

/** What a read costs after each of some writes, and what the write does. */
const afterEach = async (side: Side, write: (n: number) => Promise<unknown>, read?: string): Promise<Cost> => {
  const taken: number[] = []
  let spent = 0
  for (let n = 0; n < 40; n += 1) {
    if (read) await write(n)
    const before = side.spent()
    const begun = performance.now()
    await (read ? fetchFrom(side, read).then((answer) => answer.text()) : write(n))
    taken.push(performance.now() - begun)
    spent += side.spent() - before
  }
  return { taken: median(taken), spent: (spent * 1000) / taken.length }
}

const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
  .jpeg()
  .toBuffer()

const upload = (side: Side, site: string, category?: string) => (n: number) => {
  const body = new FormData()
  body.append('site_id', site)
  if (category) body.append('categories[0]', category)
  body.append('file', new File([new Uint8Array(photo), `${category} ${n}`], 'photo.jpg', { type: 'image/jpeg' }))
  return fetchFrom(side, '/api/file', { method: 'POST', body })
}

let side: Side | undefined
try {
  await defined.stop()
  side = await startOurs(seeded)
  await beside(side, '/api/sites?limit=50', {})
  await side.stop()
  await fillSites(seeded, categories, fields)
  side = await startOurs(seeded)
  const [text, number, date, choice, yesNo, other] = fields.map(({ id }) => `field.${id}`)
  const option = ({ options }: Field, n: number) => options[n]?.id
  const [oil, gas] = [fields[3], fields[5]].map((field, n) => field && option(field, 2 * n))
  await beside(side, '/api/sites?limit=50', {
    'sorted by a number': `/api/sites?limit=50&sort=${number}`,
    'of one choice': `/api/sites?limit=50&${choice}=${oil}`,
    'whose text holds a word': `/api/sites?limit=50&${text}=boiler`,
    'of a month': `/api/sites?limit=50&${date}=01/03/2026..31/03/2026`,
    'of two choices': `/api/sites?limit=50&${choice}=${oil}&${other}=${gas}`,
    'of two choices and a yes': `/api/sites?limit=50&${choice}=${oil}&${other}=${gas}&${yesNo}=true`,
    'the table of compliance': '/api/compliance?limit=50',
  })
  await beside(side, '/api/sites', {
    'of two choices': `/api/sites?${choice}=${oil}&${other}=${gas}`,
    'the table of compliance': '/api/compliance',
    'its summary': '/api/compliance/summary',
    'its summary by client': '/api/compliance/summary?by=client',
  })
  const [site = ''] = (await (await fetchFrom(side, `/api/clients/${client}/sites?limit=1`)).json()).map(
    ({ id }: { id: string }) => id,
  )
  const [category] = categories
  for (let round = 0; round < rounds; round += 1) {
    say('an upload', await afterEach(side, upload(side, site)))
    say('an upload with a required category', await afterEach(side, upload(side, site, category?.id)))
    say(
      'the summary after an upload',
      await afterEach(side, upload(side, site, category?.id), '/api/compliance/summary'),
    )
  }
} finally {
  await side?.stop()
  await seeded.remove()
}
