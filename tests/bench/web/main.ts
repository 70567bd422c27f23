import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { addClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { launchOptions } from '#tests/support/chromium.ts'
import { fileOf } from '#tests/support/files.ts'
import { newTeam } from '#tests/support/teams.ts'
import { median } from '../api/load.ts'
import { startOn } from '../api/seeded.ts'
import { changeTab, countBytes, firstPaint, processorOf, recordInPage, slowDown, typing } from './measures.ts'
import { servePlain } from './plain/serve.ts'

// node tests/bench/web/main.ts: how the dashboard feels to a person on a phone, its clients and its files, beside a page of as
// many cards made of React and Mantine alone.
const turns = Number(process.env.TURNS ?? 7)
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }

type Side = { name: 'ours' | 'files' | 'plain'; url: string; cookie?: string; field: string; painted: string }

/** A page with a cold cache, and what is counted on it. */
const withPage = async <T>(browser: Browser, { url, cookie }: Side, use: (page: Page) => Promise<T>): Promise<T> => {
  const context = await browser.newContext(phone)
  const [name = '', value = ''] = cookie?.split('=') ?? []
  if (cookie) await context.addCookies([{ name, value, url }])
  try {
    const page = await context.newPage()
    await recordInPage(page)
    return await use(page)
  } finally {
    await context.close()
  }
}

/** One load on a slow phone: what came over the wire, when it was painted, what moved. */
const loadSlowly = (browser: Browser, side: Side) =>
  withPage(browser, side, async (page) => {
    const session = await page.context().newCDPSession(page)
    const bytes = await countBytes(session)
    await slowDown(session)
    await page.goto(side.url)
    await page.getByText(side.painted, { exact: true }).first().waitFor()
    const whole = await page.evaluate(() => performance.now())
    return { bytes, paint: await firstPaint(page), whole, shifted: await page.evaluate(() => window.shifted) }
  })

/** The processor's work until the list is there, keys and tabs, on the machine as it is. */
const workQuickly = (browser: Browser, side: Side) =>
  withPage(browser, side, async (page) => {
    const processor = await processorOf(page)
    await page.goto(side.url)
    await page.getByText(side.painted, { exact: true }).first().waitFor()
    const drawn = await processor()
    if (side.name === 'files') return { drawn, keys: undefined, tab: undefined }
    await page.getByLabel(side.field, { exact: true }).first().focus()
    const keys = await typing(page, 'Northgate Estates of the harbour')
    const tab = await changeTab(page, 'Visits', 'Quay visit')
    return { drawn, keys, tab }
  })

const say = (name: string, unit: string, ours: number, plain: number): void => {
  const number = (value: number) => `${value.toFixed(unit === '' ? 3 : 0).padStart(6)} ${unit}`.padEnd(10)
  const ratio = plain > 0 ? `${(ours / plain).toFixed(2)} x` : ''
  process.stdout.write(`${name.padEnd(40)}${number(ours)} plain ${number(plain)} ${ratio}\n`)
}

const dataDir = await mkdtemp(join(tmpdir(), 'siteledger-web-'))
const product = await startOn(dataDir)
const plain = await servePlain()
const browser = await chromium.launch(launchOptions)
try {
  const owner = await newTeam(product)
  for (let n = 0; n < 50; n += 1) {
    const client = (await owner.call(addClient, { body: { name: `Client ${n}` } })).body
    const body = { name: `Site ${n}`, postcode: 'SE1 2AB', client_id: client.id }
    const site = (await owner.call(addSite, { body })).body
    const dates = { started_at: '03/11/2026', ended_at: '04/11/2026' }
    await owner.call(addVisit, { body: { name: `Quay visit ${n}`, site_id: site.id, ...dates } })
    const file = fileOf(`reading-${n}.pdf`, 'application/pdf')
    await owner.call(uploadFile, { body: { name: `Reading ${n}`, site_id: site.id } }, { file })
  }
  const ours = { url: `${product.url}/dashboard`, cookie: owner.cookie() ?? '', field: 'Name' }
  const sides: Side[] = [
    { ...ours, name: 'ours', painted: 'Client 0' },
    // The newest are shown first.
    { ...ours, name: 'files', url: `${ours.url}#/files`, painted: 'Reading 49' },
    { name: 'plain', url: plain.url, field: 'Name', painted: 'Client 0' },
  ]
  const loads = new Map<string, Awaited<ReturnType<typeof loadSlowly>>[]>()
  const works = new Map<string, Awaited<ReturnType<typeof workQuickly>>[]>()
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of sides) {
      loads.set(side.name, [...(loads.get(side.name) ?? []), await loadSlowly(browser, side)])
      works.set(side.name, [...(works.get(side.name) ?? []), await workQuickly(browser, side)])
    }
  }
  type Load = Awaited<ReturnType<typeof loadSlowly>>
  type Work = Awaited<ReturnType<typeof workQuickly>>
  const load = (name: string, value: (load: Load) => number) => median((loads.get(name) ?? []).map(value))
  const work = (name: string, value: (work: Work) => number | undefined) =>
    median((works.get(name) ?? []).flatMap((one) => value(one) ?? []))
  const sum = (part: 'bytes' | 'requests', kind?: string) => (one: Load) =>
    [...one.bytes].filter(([each]) => !kind || each === kind).reduce((all, [, count]) => all + count[part], 0)
  const both = (name: string, unit: string, value: (side: Side['name']) => number) =>
    say(name, unit, value('ours'), value('plain'))
  const all = (name: string, unit: string, value: (side: Side['name']) => number) => {
    both(name, unit, value)
    say('- of files', unit, value('files'), value('plain'))
  }
  both('JavaScript over the wire', 'kB', (side) => load(side, sum('bytes', 'Script')) / 1000)
  both('everything over the wire', 'kB', (side) => load(side, sum('bytes')) / 1000)
  all('requests', 'in all', (side) => load(side, sum('requests')))
  both('first paint, slow 4G, a phone', 'ms', (side) => load(side, ({ paint }) => paint))
  all('the list is there, slow 4G, a phone', 'ms', (side) => load(side, ({ whole }) => whole))
  both('layout shifts (CLS)', '', (side) => load(side, ({ shifted }) => shifted))
  all('processor until the list is there', 'ms', (side) => work(side, ({ drawn }) => drawn))
  both('key to paint, median', 'ms', (side) => work(side, ({ keys }) => keys?.middle))
  both('key to paint, 95th percentile', 'ms', (side) => work(side, ({ keys }) => keys?.late))
  both('tab change, until it is painted', 'ms', (side) => work(side, ({ tab }) => tab))
} finally {
  await browser.close()
  await plain.stop()
  await product.stop()
  await rm(dataDir, { recursive: true })
}
