import { expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Difference } from '#schemas/resources/differences.ts'
import { startApp } from '#tests/support/app.ts'
import { pathOf, type Reply } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { comparable, differencesOf, keepAnswers } from '#tests/support/kept-answers.ts'
import { paramsFor } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { randomFrom } from '#tests/support/random.ts'
import { newTeam } from '#tests/support/teams.ts'

// The proof that the past is what the present was: a team changes at random, each call that can be asked of a moment
// is remembered with its whole answer, and asked again at the end. Differences are those of the lists that were kept. AS_OF_MOMENTS=200 walks for some minutes.
const moments = Number(process.env.AS_OF_MOMENTS ?? 3)
const seed = Number(process.env.AS_OF_SEED ?? Date.now() % 100_000)
const changesBetween = 6
const ofNoun = 2

const app = prepared(() => startApp())

const nouns = ['client', 'site', 'visit', 'file', 'document', 'category', 'share', 'field', 'trash'] as const
type Noun = (typeof nouns)[number]

const asked = declaredEndpoints.map(([, endpoint]) => endpoint).filter(({ past }) => past)

/** What an answer tells, without what is of today: pictures, and what the browser has opened. */
const toldBy = ({ status, body, headers }: Reply<unknown>) => ({
  status,
  body: JSON.stringify(body, (name, value) => (/^thumbnail_|^opened$/.test(name) ? undefined : value)),
  total: headers.get('x-total-count'),
  link: headers.get('link')?.replace(/as_of=\d+&/, '') ?? null,
  type: headers.get('content-type'),
  name: headers.get('content-disposition'),
})

test(
  `every answer of a moment is what was answered then, and two of them differ as told, after random changes (seed ${seed})`,
  async () => {
    const random = randomFrom(seed)
    const below = (many: number) => Math.floor(random() * many)
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]
    const ann = await newTeam(app)
    const known: Record<Noun, string[]> = {
      client: [],
      site: [],
      visit: [],
      file: [],
      document: [],
      category: [],
      share: [],
      field: [],
      trash: [],
    }
    const words = ['North', 'Quay', 'Ärger', 'Fire 2', 'north quay']
    const name = () => `${pick(words)} ${below(30)}`
    const day = () =>
      `${String(1 + below(28)).padStart(2, '0')}/${String(1 + below(12)).padStart(2, '0')}/${2025 + below(3)}`
    const one = (noun: Noun) => pick(known[noun])

    const send = async (method: string, path: string, sent: { json?: object; form?: FormData } = {}) => {
      const reply = await ann.request(method, path, sent)
      expect([method, path, reply.status]).toEqual([method, path, expect.toBeOneOf([200, 201, 204, 404, 409, 422])])
      const trash = reply.headers.get('x-trash-id')
      if (trash) known.trash.push(trash)
      return reply
    }
    const add = async (noun: Noun, json: object) => {
      const { body } = await send('POST', `/api/${noun}`, { json })
      const { id } = body as { id?: string }
      if (id) known[noun].push(id)
    }
    const upload = async (noun: 'file' | 'document', path: string, fields: Record<string, string | undefined>) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) if (value) form.append(field, value)
      form.append(noun, fileOf('plan.pdf', 'application/pdf', { size: 100 + below(20) }))
      const { status, body } = await send('POST', path, { form })
      if (status === 201 && path === `/api/${noun}`) known[noun].push((body as { id: string }).id)
    }
    const values = () => {
      const field = one('field')
      return field && below(2) ? { fields: { [field]: '~~' } } : {}
    }
    const days = () => {
      const on = day()
      return { started_at: on, ended_at: on }
    }
    const categories = () => {
      const id = one('category')
      return id && below(2) ? { category_ids: [id] } : {}
    }

    const changes: (() => Promise<unknown>)[] = [
      () => add('client', { name: name(), ...values() }),
      () => add('site', { name: name(), client_id: one('client'), postcode: 'SE1 2AA', ...values() }),
      () => add('visit', { name: name(), site_id: one('site'), ...days() }),
      () =>
        add('category', { name: name(), parent_id: below(2) ? one('category') : undefined, expires_after_months: 6 }),
      () => add('field', { of: pick(['clients', 'sites']), name: name(), kind: 'text', listed: true }),
      () => add('share', { [`${pick(['file', 'site'])}_id`]: one(pick(['file', 'site'] as const) ?? 'file') }),
      () => upload('file', '/api/file', { site_id: one('site'), visit_id: one('visit'), expires_at: day() }),
      () => upload('file', '/api/file', { site_id: one('site'), expires_at: day() }),
      () => upload('document', '/api/document', { expires_at: day() }),
      () => upload('file', `/api/file/${one('file')}/versions`, {}),
      () => send('PUT', `/api/client/${one('client')}`, { json: { name: name(), ...values() } }),
      () => send('PUT', `/api/site/${one('site')}`, { json: { name: name(), client_id: one('client'), ...values() } }),
      () => send('PUT', `/api/visit/${one('visit')}`, { json: { name: name(), site_id: one('site'), ...days() } }),
      () => send('PUT', `/api/file/${one('file')}`, { json: { name: name(), expires_at: day(), ...categories() } }),
      () => send('PUT', `/api/document/${one('document')}`, { json: { name: name(), expires_at: day() } }),
      () => send('PUT', `/api/category/${one('category')}`, { json: { name: name() } }),
      () => send('PUT', `/api/category/${one('category')}/requirement`, { json: { of: 'all' } }),
      () => send('PUT', `/api/site/${one('site')}/exemption/${one('category')}`, { json: { reason: name() } }),
      () => send('DELETE', `/api/field/${one('field')}`),
      () => send('POST', `/api/field/${one('field')}/restore`),
      () => send('DELETE', `/api/share/${one('share')}`),
      ...(['client', 'site', 'visit', 'file', 'document', 'category'] as const).map(
        (noun) => () => send('DELETE', `/api/${noun}/${one(noun)}`),
      ),
      ...Array.from({ length: 4 }, () => () => send('POST', `/api/trash/${one('trash')}/restore`)),
    ]

    /** A random call of a contract: of a record that is, was or never was there, by words, filters, order and page. */
    const addressOf = (endpoint: Endpoint): string => {
      const { path, params, query } = endpoint
      const ids = Object.fromEntries(nouns.map((noun) => [noun, one(noun) ?? known.client[0]]))
      const inPath = path.startsWith('/api/trash/{id}')
        ? { id: ids.trash }
        : { userId: ann.userId, ...paramsFor(endpoint, ids as never) }
      const word = pick(['n', 'nor', 'quay', 'arger', '2', 'se1', 'north 1', 'zzz'])
      const takes = (field: string) => field in (query?.shape ?? {})
      const asks = {
        ...(path === '/api/search' && { q: word }),
        ...(takes('record') && { record: `site/${ids.site}` }),
        ...(takes('sort') && below(3) === 0 && { sort: pick(['name', '-name']) }),
        ...(takes('expires') && below(3) === 0 && { expires: pick(['expired', '30']) }),
        ...(takes('limit') && below(3) === 0 && { limit: 1 + below(3) }),
      }
      const isSearch = 'query' in (params?.shape ?? {})
      return pathOf(endpoint, { params: { ...inPath, ...(isSearch && { query: word }) }, query: asks })
    }

    for (const noun of changes.slice(0, 4)) for (let n = 0; n < ofNoun; n += 1) await noun()
    const remembered: { position: string | null; address: string; told: ReturnType<typeof toldBy> }[] = []
    const kept = [await keepAnswers(ann, known.field)]
    for (let moment = 0; moment < moments; moment += 1) {
      for (let change = 0; change < changesBetween; change += 1) await pick(changes)?.()
      kept.push(await keepAnswers(ann, known.field))
      const position = (await ann.request('GET', '/api/clients')).headers.get('x-position')
      for (const endpoint of asked) {
        const address = addressOf(endpoint)
        remembered.push({ position, address, told: toldBy(await ann.request('GET', address)) })
      }
    }

    const statuses = new Map<number, number>()
    for (const { position, address, told } of remembered) {
      const reply = await ann.request('GET', `${address}${address.includes('?') ? '&' : '?'}as_of=${position}`)
      expect({ address, position, ...toldBy(reply) }).toEqual({ address, position, ...told })
      statuses.set(told.status, (statuses.get(told.status) ?? 0) + 1)
    }
    for (let pair = 0; pair <= moments; pair += 1) {
      const at = below(moments)
      const from = kept[at]
      const to = kept[at + 1 + below(moments - at)]
      if (!from || !to) throw new Error('There is no such moment')
      const limit = below(2) ? '' : '&limit=3'
      let path: string | undefined = `/api/diff?from=${from.position}&to=${to.position}${limit}`
      const told: Difference[] = []
      while (path) {
        const { body, headers } = await ann.request('GET', path)
        told.push(...(body as Difference[]))
        path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1]
      }
      const moment = [from.position, to.position]
      expect([moment, comparable(told, from, to)]).toEqual([moment, differencesOf(from, to)])
    }
    expect(statuses.get(200)).toBeGreaterThan(remembered.length / 2)
  },
  60_000 + moments * 5000,
)
