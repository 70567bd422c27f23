import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nextCursor } from '#schemas/calls/request-url.ts'
import { addClient, listClients, showClient } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { callApi, urlOf } from '#web/lib/api.ts'
import { ApiProblem, fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { watchAttendance } from '#web/lib/attendance.ts'
import { identityQuestionAtom } from '#web/lib/identity-confirmed.ts'

const configured: Record<string, string> = { 'meta[name="siteledger:team-word"]': 'crews' }
const server = vi.fn<typeof fetch>()

const given = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  server.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status, headers }))

const sentHeader = (name: string) => new Headers(server.mock.lastCall?.[1]?.headers).get(name)

beforeEach(() => {
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('document', { querySelector: (query: string) => ({ content: configured[query] ?? '' }) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.mockReset()
})

test('[D-101] what a page asks for while nobody uses it says so, and is no use of the session', async () => {
  vi.useFakeTimers()
  const page = new EventTarget()
  watchAttendance(page as Window)
  const sent = async () => {
    given(200, {})
    await callApi(showClient, { params: { id: '1' } })
    return sentHeader('x-unattended')
  }

  page.dispatchEvent(new Event('keydown'))
  expect(await sent()).toBeNull()
  vi.advanceTimersByTime(5 * 60_000)
  expect(await sent()).toBe('true')
  page.dispatchEvent(new Event('pointerdown'))
  expect(await sent()).toBeNull()
  vi.useRealTimers()
})

describe('the address of a call', () => {
  test('has its parameters and query filled in', () => {
    expect(urlOf(showClient, { params: { id: 'a/b' } })).toBe('/api/client/a%2Fb')
    expect(urlOf(listClients, { query: { limit: 50, cursor: 'x=' } })).toBe('/api/clients?limit=50&cursor=x%3D')
  })

  test('[PLAT-04] says the configured word for teams (D-18)', () => {
    expect(urlOf(currentTeam)).toBe('/crews/current')
  })
})

test('[API1-51] a form is sent as JSON', async () => {
  given(201, {})

  await callApi(addClient, { body: { name: 'Acme' } })

  expect(server.mock.lastCall?.[1]).toMatchObject({ method: 'POST', body: '{"name":"Acme"}' })
  expect(sentHeader('content-type')).toBe('application/json')
})

test('[API1-53] a form with a file is sent with its fields, and the answer is what its body says', async () => {
  const sent: FormData[] = []
  class Request {
    status = 201
    responseText = '{"id":"7","name":"plan"}'
    upload = {}
    onload = () => {}
    open() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => 'x-position: 1\r\n'
    send(form: FormData) {
      sent.push(form)
      this.onload()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  const file = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' })

  const { data } = await callApi(uploadFile, { body: { site_id: '1', categories: ['a', 'b'] } }, { file })

  expect(data).toEqual({ id: '7', name: 'plan' })
  expect([...(sent[0] ?? [])]).toEqual([
    ['site_id', '1'],
    ['categories[]', 'a'],
    ['categories[]', 'b'],
    ['file', file],
  ])
})

describe('a call that needs the password first (D-100)', () => {
  const asksFirst = { message: 'Please confirm your password.', confirm: true }
  const settle = (confirmed: boolean) => getDefaultStore().get(identityQuestionAtom)?.settle(confirmed)
  const asked = () => vi.waitFor(() => expect(getDefaultStore().get(identityQuestionAtom)).not.toBeNull())

  test('[D-100] is retried once the password was typed', async () => {
    given(403, asksFirst)
    given(201, { id: '7' })

    const calling = callApi(addClient, { body: { name: 'Acme' } })
    await asked()
    settle(true)

    expect((await calling).data).toEqual({ id: '7' })
    expect(server.mock.lastCall?.[1]).toMatchObject({ method: 'POST', body: '{"name":"Acme"}' })
    expect(getDefaultStore().get(identityQuestionAtom)).toBeNull()
  })

  test('is refused when the user gives up', async () => {
    given(403, asksFirst)

    const calling = callApi(addClient, { body: { name: 'Acme' } })
    await asked()
    settle(false)

    await expect(calling).rejects.toMatchObject({ status: 403, message: asksFirst.message })
    expect(server).toHaveBeenCalledTimes(1)
  })
})

describe('an answer', () => {
  test('of a list answers the next page and the total (D-08)', async () => {
    const headers = { link: '</api/clients?limit=50&cursor=abc>; rel="next"', 'x-total-count': '120', etag: 'W/"1"' }
    given(200, [], headers)

    expect(await callApi(listClients)).toEqual({
      data: [],
      next: 'abc',
      total: 120,
      isAtLeast: false,
      tag: 'W/"1"',
      unchanged: false,
      isBehind: false,
      trashId: null,
    })
  })

  test('of a search may say that there are more than were counted', async () => {
    given(200, [], { 'x-total-count': '1000', 'x-total-at-least': 'true' })

    expect(await callApi(listClients)).toMatchObject({ total: 1000, isAtLeast: true })
  })

  test('names no next page on the last one', () => {
    expect(nextCursor(null)).toBeNull()
    expect(nextCursor('</api/clients?cursor=abc>; rel="prev"')).toBeNull()
  })

  test('[API1-52] [API2G-28] [VAL-37] that refuses is thrown with its status, message and the first message of each field', async () => {
    given(422, {
      message: 'The given data was invalid.',
      errors: { name: ['The name field is required.', 'Too short.'] },
    })

    const problem = await callApi(addClient, { body: { name: '' } }).catch((error: unknown) => error)

    expect(sentHeader('content-type')).toBe('application/json')
    expect(server.mock.lastCall?.[1]?.body).toBe('{"name":""}')
    expect(problem).toMatchObject({ status: 422, message: 'The given data was invalid.' })
    expect(fieldErrors(problem)).toEqual({ name: 'The name field is required.' })
  })

  test('[ERR1-04] without detail has the default message, and so has a failing server', async () => {
    server.mockImplementationOnce(async () => new Response('<html>', { status: 403 }))
    const bare = await callApi(listClients).catch((error: unknown) => error)

    const expected = 'Something went wrong. Please try again or contact customer support.'
    expect(messageOf(bare)).toBe(expected)
    expect(messageOf(new ApiProblem(500, 'SQLITE_BUSY'))).toBe(expected)
  })

  test('[ERR1-04] from a service that cannot save at the moment says so, and why', async () => {
    server.mockImplementation(
      async (url) =>
        new Response(url === '/api/clients' ? '<html>' : '{"message": "The service is out of room."}', { status: 503 }),
    )
    const bare = await callApi(listClients).catch((error: unknown) => error)
    const said = await callApi(addClient, { body: { name: 'Acme' } }).catch((error: unknown) => error)

    const expected = 'Something went wrong. Please try again or contact customer support.'
    expect([messageOf(bare), messageOf(said)]).toEqual([expected, `${expected} The service is out of room.`])
  })

  test('[ERR2-16] that never comes is a network error', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))

    await expect(callApi(listClients)).rejects.toMatchObject({ status: 0, message: 'Network Error' })
  })

  test('[ERR2-17] that takes too long says how long', async () => {
    server.mockRejectedValueOnce(new DOMException('', 'TimeoutError'))

    await expect(callApi(listClients)).rejects.toThrow('timeout of 30000ms exceeded')
  })
})

test('[D-05] a call after a write waits for what the write did, and for no less', async () => {
  given(201, {}, { 'x-position': '900' })
  await callApi(addClient, { body: { name: 'Acme' } })
  given(201, {}, { 'x-position': '89' })
  await callApi(addClient, { body: { name: 'Other' } })
  given(200, [])
  await callApi(listClients)
  expect(sentHeader('x-min-position')).toBe('900')

  given(201, {})
  await callApi(addClient, { body: { name: 'Another' } })
  expect(sentHeader('x-min-position')).toBe('900')
})
