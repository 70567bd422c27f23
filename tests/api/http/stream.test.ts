import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

type Message = { id?: string; event?: string; data?: LiveChange }

/**
 * Listens as a browser does: `next` waits for the next message with data, `lastId` is where it would resume. `query`
 * is the one of the first call.
 */
const listen = async (app: TestApp, who: Member, lastEventId?: string, query = '') => {
  const leave = new AbortController()
  const answer = await fetch(`${app.url}/api/stream${query}`, {
    headers: { cookie: who.cookie() ?? '', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: leave.signal,
  })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let lastId: string | undefined
  const message = async (): Promise<Message> => {
    while (!text.includes('\n\n')) {
      const part = await reader?.read()
      if (!part || part.done) throw new Error('The stream ended')
      text += part.value
    }
    const end = text.indexOf('\n\n')
    const lines = text.slice(0, end).split('\n')
    text = text.slice(end + 2)
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const [id, event, data] = [field('id'), field('event'), field('data')]
    lastId = id ?? lastId
    return { ...(id ? { id } : {}), ...(event ? { event } : {}), ...(data ? { data: JSON.parse(data) } : {}) }
  }
  const next = async (): Promise<Message> => {
    let found = await message()
    while (!found.data) found = await message()
    return found
  }
  /** Reads until the stream has said where it starts. */
  const started = async () => {
    while (lastId === undefined) await message()
  }
  return { answer, next, started, lastId: () => lastId, leave: () => leave.abort() }
}

describe('the live stream', () => {
  let app: TestApp
  let ann: Member
  beforeAll(async () => {
    app = await startApp()
    ann = await newTeam(app)
  })
  afterAll(() => app.close())

  const add = async (who: Member, name: string) => {
    const { body, headers } = await who.call(addClient, { body: { name } })
    return { id: body.id, position: headers.get('x-position') ?? '' }
  }

  test('tells each change of the own team, once and in order', async () => {
    const stream = await listen(app, ann)
    await stream.started()
    const client = await add(ann, 'Acme')
    const { body: site } = await ann.call(addSite, { body: { name: 'North', client_id: client.id } })

    const [first, second] = [await stream.next(), await stream.next()]

    expect(stream.answer.headers.get('content-type')).toBe('text/event-stream')
    const { id, position } = client
    expect(first).toEqual({ id: position, data: { type: 'ClientAdded', resource: 'clients', id, position } })
    expect(second.data).toMatchObject({ type: 'SiteAdded', resource: 'sites', id: site.id })
    stream.leave()
  })

  test('tells nothing of another team', async () => {
    const bob = await newTeam(app)
    const stream = await listen(app, bob)
    await stream.started()
    await add(ann, 'Not for Bob')
    const own = await add(bob, 'For Bob')

    expect((await stream.next()).data?.id).toBe(own.id)
    stream.leave()
  })

  test('begins where a page was read, so that nothing falls between the two', async () => {
    const read = (await ann.call(listClients, {})).headers.get('x-position')
    const { id } = await add(ann, 'added before the stream was there')

    const stream = await listen(app, ann, undefined, `?after=${read}`)

    expect((await stream.next()).data?.id).toBe(id)
    stream.leave()
    const again = await listen(app, ann, stream.lastId(), `?after=${read}`)
    const { id: later } = await add(ann, 'added later')
    expect((await again.next()).data?.id).toBe(later)
    again.leave()
  })

  test('goes on where it broke off, without gap or repeat', async () => {
    const stream = await listen(app, ann)
    await stream.started()
    await add(ann, 'seen')
    await stream.next()
    stream.leave()
    const missed = [await add(ann, 'missed one'), await add(ann, 'missed two')]

    const resumed = await listen(app, ann, stream.lastId())
    const told = [await resumed.next(), await resumed.next()]
    const live = await add(ann, 'live')

    expect(told.map(({ data }) => data?.id)).toEqual(missed.map(({ id }) => id))
    expect((await resumed.next()).data?.id).toBe(live.id)
    resumed.leave()
  })

  test('goes on where it broke off though nothing had happened before', async () => {
    const stream = await listen(app, ann)
    await stream.started()
    stream.leave()
    const missed = await add(ann, 'missed')

    const resumed = await listen(app, ann, stream.lastId())

    expect((await resumed.next()).data?.id).toBe(missed.id)
    resumed.leave()
  })

  test('tells a reader who missed very much to load everything again, and goes on from there', async () => {
    const eve = await newTeam(app)
    const start = (await add(eve, 'start')).position
    const names = Array.from({ length: 1001 }, (_, index) => `Client ${index}`)
    while (names.length > 0) await Promise.all(names.splice(0, 50).map((name) => add(eve, name)))

    const stream = await listen(app, eve, start)

    expect((await stream.next()).event).toBe('reset')
    const live = await add(eve, 'live')
    expect((await stream.next()).data?.id).toBe(live.id)
    expect(stream.lastId()).toBe(live.position)
    stream.leave()
  })

  test.each(['nonsense', '-1', '9'.repeat(19), '9'.repeat(40)])(
    'starts anew for a place that is none: %s',
    async (place) => {
      const stream = await listen(app, ann, place)
      await stream.started()
      const live = await add(ann, 'live')

      expect((await stream.next()).data?.id).toBe(live.id)
      stream.leave()
    },
  )

  test('is there for whoever is signed in, and asked for its headers alone it ends', async () => {
    expect((await app.guest().request('GET', '/api/stream')).status).toBe(401)
    expect((await ann.request('HEAD', '/api/stream')).status).toBe(200)
  })

  test('is open so many times at once for one user, then refused until another has ended', async () => {
    const [many, other] = [await newTeam(app), await newTeam(app)]
    const streams = await Promise.all(Array.from({ length: 50 }, () => listen(app, many)))
    await Promise.all(streams.map(({ started }) => started()))

    const refused = await listen(app, many)
    expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '1'])
    const others = await listen(app, other)
    expect(others.answer.status).toBe(200)
    for (const { leave } of [...streams, others]) leave()
  })
})
