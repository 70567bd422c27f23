import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newUuid } from 'uuid'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { exchanging, newApp, sendForm, type Tokens, tokensFor } from '#tests/support/oauth.ts'
import { newTeam } from '#tests/support/teams.ts'
import { load, median, wire } from '../api/load.ts'
import { startOn } from '../api/seeded.ts'
import { concurrently } from '../event-store/measure.ts'
import { processorSeconds } from '../process-cost.ts'
import { addConsents } from './consents.ts'

// node tests/bench/oauth/oauth.ts: a list by an app's token beside the same by an API token, in turns; codes exchanged
// and tokens refreshed by the whole product beside appends of one event each by the same client of the event store.
const callers = 16
const each = 320
const turns = 5

const dataDir = await mkdtemp(join(tmpdir(), 'siteledger-oauth-'))
const product = await startOn(dataDir)
const owner = await newTeam(product)
const app = await newApp(owner, { confidential: false })
for (let n = 0; n < 50; n += 1) await owner.call(addClient, { body: { name: `Client ${n}` } })

/** Operations a second, and microseconds of processor time of one in the API and in the event store. */
type Cost = { rate: number; api: number; store: number }

const spent = () => ({
  api: processorSeconds(product.pidOf('API') ?? 0) * 1e6,
  store: processorSeconds(product.pidOf('event store') ?? 0) * 1e6,
})

/** The cost of some work that resolves to the number of its operations. */
const costOf = async (work: () => Promise<number>): Promise<Cost> => {
  const before = spent()
  const started = performance.now()
  const operations = await work()
  const seconds = (performance.now() - started) / 1000
  const after = spent()
  const each = (part: 'api' | 'store') => (after[part] - before[part]) / operations
  return { rate: operations / seconds, api: each('api'), store: each('store') }
}

const middle = (costs: readonly Cost[]): Cost => ({
  rate: median(costs.map(({ rate }) => rate)),
  api: median(costs.map(({ api }) => api)),
  store: median(costs.map(({ store }) => store)),
})

/** Prints a line; more is better in both ratios. */
const say = (name: string, cost: Cost, [of, other]: [of: string, other?: Cost] = ['']) => {
  const rate = `${Math.round(cost.rate).toLocaleString('en').padStart(8)}/s`
  const times = `API ${cost.api.toFixed(0)} us, event store ${cost.store.toFixed(0)} us`
  const byCost = other && (other.api + other.store) / (cost.api + cost.store)
  const ratios = other
    ? ` = ${(cost.rate / other.rate).toFixed(2)} (by processor time ${byCost?.toFixed(2)}) of ${of}`
    : ''
  process.stdout.write(`${name.padEnd(32)}${rate}  ${times}${ratios}\n`)
}

const listBy = (token: string) => {
  const request = wire('GET', '/api/clients', { authorization: `Bearer ${token}` })
  const port = Number(new URL(product.url).port)
  return costOf(async () => (await load(port, () => request)).answers)
}

const compareTokens = async () => {
  const { token } = (await owner.call(createApiToken, { body: { name: 'Bench', abilities: ['clients.view'] } })).body
  const { access_token } = await tokensFor(product.guest(), owner, app)
  const byToken: Cost[] = []
  const byApp: Cost[] = []
  // The first turn warms up.
  await listBy(token)
  await listBy(access_token)
  for (let turn = 0; turn < turns; turn += 1) {
    byToken.push(await listBy(token))
    byApp.push(await listBy(access_token))
  }
  say('a list of 50 by API token', middle(byToken))
  say('the same by app token', middle(byApp), ['API token', middle(byToken)])
}

/** Uses so many of the stock, by some callers at once: a round to warm up, and others whose median counts. */
const inRounds = async <T>(stock: T[], use: (one: T) => Promise<unknown>): Promise<Cost> => {
  const round = async () => {
    let left = each
    await concurrently(callers, async () => {
      while (left-- > 0) {
        const one = stock.pop()
        if (one === undefined) throw new Error('Nothing is left')
        await use(one)
      }
    })
    return each
  }
  await round()
  const costs: Cost[] = []
  for (let turn = 0; turn < turns; turn += 1) costs.push(await costOf(round))
  return middle(costs)
}

const compareTokenEndpoint = async () => {
  const operations = each * (turns + 1)
  const log = connectEventStore(product.eventStoreUrl)
  const text = 'x'.repeat(43)
  const data = {
    grantId: newUuid(),
    spentDigest: text,
    accessDigest: text,
    refreshDigest: text,
    scopes: ['clients.view'],
  }
  const metadata = { at: new Date().toISOString(), actor: owner.userId, teamId: owner.teamId, commandId: newUuid() }
  const bare = await inRounds([...Array(operations).keys()], (revision) => {
    const event = { id: newUuid(), type: 'BenchAppended', data: { ...data, revision }, metadata }
    return log.append(`bench-${newUuid()}`, 'no-stream', [event as never])
  })
  await log.close()
  say('a bare append', bare)

  const { codes, position } = await addConsents({ ...product, dataDir }, owner, app.client_id, operations)
  await owner.request('GET', '/api/clients', { headers: { 'x-min-position': position } })
  const guest = product.guest()
  const ask = async (form: Record<string, string>): Promise<string> => {
    const { status, body } = await sendForm(guest, '/oauth/token', app, form)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (body as Tokens).refresh_token
  }
  const refreshTokens: string[] = []
  const exchanged = await inRounds(codes, async (code) => refreshTokens.push(await ask(exchanging(code))))
  say('a code exchanged', exchanged, ['a bare append', bare])
  const rotated = await inRounds(refreshTokens, (refresh_token) => ask({ grant_type: 'refresh_token', refresh_token }))
  say('a token refreshed', rotated, ['a bare append', bare])
}

try {
  await compareTokens()
  await compareTokenEndpoint()
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true })
}
