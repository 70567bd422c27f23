import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { invalidInput } from '#api/http/errors.ts'
import { plainMessage } from '#api/http/plain-message.ts'
import { Problem } from '#schemas/calls/problem.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { showClient, updateClient } from '#schemas/resources/clients.ts'
import { createTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { sendingFor } from '#tests/support/any-call.ts'
import { startApp } from '#tests/support/app.ts'
import { formOf, pathOf } from '#tests/support/caller.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { fileOf } from '#tests/support/files.ts'
import { bodyFor, idsOfOtherKinds, oneOfEach } from '#tests/support/one-of-each.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

// Made from the contracts: a call that is added is tested without being named here. What a contract refuses is refused
// in one place for all calls (api/http/request-pipeline.ts): the first of it is sent, the rest is read as it is there.

const operatorEmail = 'operator@example.com'
const nested = (deep: number): unknown => JSON.parse('['.repeat(deep) + ']'.repeat(deep))

/** Values of another kind than most fields take. */
const wrongValues: readonly [string, unknown][] = [
  ['a number', 7],
  ['a huge number', 1e308],
  ['true', true],
  ['null', null],
  ['a list', ['a', ['b'], {}]],
  ['a long list', Array.from({ length: 20_000 }, () => 1)],
  ['an object', JSON.parse('{"toString": "x", "length": 3, "then": 1}')],
  ['a prototype', JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {"admin": true}}}')],
  ['nested lists', nested(30)],
  ['a long text', 'x'.repeat(200_000)],
  ['an id that is none', "0198c0de-aaaa-7bbb-8ccc-0123456789ab' OR 1=1 --"],
]

/** Whole bodies that are no set of fields, or of none that anybody asked for. */
const wrongBodies: readonly string[] = [
  '[]',
  '[[]]',
  '"text"',
  'null',
  '7',
  `{${Array.from({ length: 5000 }, (_, at) => `"f${at}":1`).join()}}`,
  '{"__proto__": {"name": "x", "id": "x"}}',
  '{"constructor": {"prototype": {"isAdmin": true}}}',
]

/** Bodies that one parser refuses before any call. */
const brokenBodies: readonly string[] = [
  '{',
  '{"name": }',
  '{"a": 1}{"b": 2}',
  `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  '\ufeff{"name": "x"}',
]

/** Texts in the place of an id in an address, as they are written there. */
const wrongIds: readonly string[] = [
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%F0%9F%94%A5',
  "'%20OR%201=1--",
  '0198C0DE-AAAA-7BBB-8CCC-0123456789AB',
  'x'.repeat(4000),
]

const wrongQueries: readonly string[] = [
  'limit[a]=1',
  'limit[]=1&limit[]=2',
  'limit=1e3',
  'limit=NaN',
  'cursor[__proto__][x]=1',
  'cursor=%00',
  `cursor=${Buffer.from('["\u0000", {}]').toString('base64url')}`,
  '__proto__[admin]=1&constructor[prototype][admin]=1',
  'category=x&category=y',
  'q[]=x',
  'from[]=1&to=never&resource=nothing&actor=nobody',
  'id[a]=b&team=x',
  `q=${'x'.repeat(2000)}`,
]

const wrongHeaders: readonly Record<string, string>[] = [
  { 'if-match': 'W/"x", "y", garbage' },
  { 'if-match': '"99999999999999999999999999999999"' },
  { 'x-min-position': '-1' },
  { 'last-event-id': '<script>' },
  { 'accept-language': '*'.repeat(2000) },
  { accept: 'application/xml;q=x' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'ü'.repeat(100)}` },
  { authorization: 'Basic OjpB' },
  { range: 'bytes=5-1,x-,-999999999999' },
  { 'x-forwarded-for': "'; DROP TABLE users; --" },
  { 'user-agent': '%00'.repeat(1000) },
]

const refusedNames = { length: ['The length parameter is not known.'] }
const onlyNow = { as_of: ['This is only shown as it is now.'] }

/** Messages of validators, parsers and databases that users must not read. */
const rawWords =
  /\b(expected|received|undefined|null|NaN|object|array|pattern|JSON|CSV|SQL\w*|at line)\b|Invalid input|Too (big|small)/i

/** Writes before it knows: the address is claimed first, and given back by the refusal (D-89). */
const claiming = `${createTeam.method} ${pathOf(createTeam)}`

/** Texts of an answer that are no sentences for people. */
const rawIn = ({ message, errors = {} }: Problem): string[] =>
  [message, ...Object.values(errors).flat()].filter((each) => rawWords.test(each))

/** What of this has to be sent: all that a contract takes, and the first that it refuses. */
const toBeSent = <Wrong>(
  contract: z.ZodType | undefined,
  all: readonly Wrong[],
  inputOf: (wrong: Wrong) => unknown,
) => {
  const read = all.map((wrong) => {
    const { error } = contract?.safeParse(inputOf(wrong) ?? {}, { error: plainMessage }) ?? {}
    if (error) expect(rawIn(invalidInput(error).problem)).toEqual([])
    return { wrong, isRefused: error !== undefined }
  })
  const first = read.findIndex(({ isRefused }) => isRefused)
  return read.flatMap(({ wrong, isRefused }, at) => (isRefused && at !== first ? [] : [wrong]))
}

const takesJson = ({ method, body, transport }: Endpoint) =>
  method !== 'GET' && body !== undefined && !transport?.upload && !transport?.form
const hasIds = ({ params }: Endpoint) => Object.keys(params?.shape ?? {}).some((name) => name !== 'query')
const wayOf = ({ access, response, transport = {} }: Endpoint): string =>
  [access === 'public', response === 'content', ...Object.keys(transport)].join()
/** Calls that never end, or change who is signed in. */
const leftOut = ['liveStream', 'signOut', 'signOutByLink', 'stopImpersonating', 'endAllSessions']
const tested = declaredEndpoints.filter(([name]) => !leftOut.includes(name))
const chosen = (wanted: (endpoint: Endpoint) => boolean) => tested.filter(([, endpoint]) => wanted(endpoint))
const reads = chosen(({ method }) => method === 'GET')
/** A call for each way in which headers are read: before and after signing in, of JSON and of files. */
const headersAreRead = [...new Map(reads.map((each) => [wayOf(each[1]), each])).values()]

describe('wrong input', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [operatorEmail] } }))
  const ann = prepared(() => newTeam(app, { email: operatorEmail }))
  const ids = prepared(() => oneOfEach(ann))

  type Sending = Parameters<Member['request']>[2]

  /** Where the log ended after the last request, if that wrote nothing. */
  let known: string | null | undefined

  /** Sends it and sees that a refusal is one: told as all are, with nothing written. */
  const send = async (what: string, method: string, path: string, sending: Sending = {}) => {
    const before = known ?? (await app.ledger.lastPosition())
    known = undefined
    const answer = await ann.request(method, path, sending)

    expect([what, answer.status]).toEqual([what, expect.toSatisfy((status: number) => status < 500)])
    if (answer.status < 400) return answer
    expect([what, answer.status, Problem.loose().safeParse(answer.body).success]).toEqual([what, answer.status, true])
    expect([what, rawIn(Problem.parse(answer.body))]).toEqual([what, []])
    known = await app.ledger.lastPosition()
    if (`${method} ${path}` !== claiming) expect([what, known]).toEqual([what, before])
    return answer
  }

  /** The address of a call; everything in it that is to be an id is the same. */
  const addressOf = (endpoint: Endpoint, id: string = ids.client) => {
    const names = Object.keys(endpoint.params?.shape ?? {})
    const marked = Object.fromEntries(names.map((name) => [name, name === 'query' ? 'x' : 'MARK']))
    return pathOf(endpoint, { params: marked }).replaceAll('MARK', id)
  }

  test.each(chosen(takesJson))('in any field of %s breaks nothing', async (_, endpoint) => {
    const base = { ...bodyFor(endpoint, ids), name: 'Acme' }
    for (const field of Object.keys(endpoint.body?.shape ?? {})) {
      const bodyWith = ([, value]: (typeof wrongValues)[number]) => ({ ...base, [field]: value })
      for (const wrong of toBeSent(endpoint.body, wrongValues, bodyWith))
        await send(`${wrong[0]} as ${field}`, endpoint.method, addressOf(endpoint), { json: bodyWith(wrong) })
    }
  })

  test.each(chosen(takesJson))('as the whole body of %s breaks nothing', async (_, endpoint) => {
    const broken = endpoint === updateClient ? brokenBodies : []
    for (const text of [...broken, ...toBeSent(endpoint.body, wrongBodies, JSON.parse)]) {
      const sending = { text, headers: { 'content-type': 'application/json' } }
      await send(text.slice(0, 40), endpoint.method, addressOf(endpoint), sending)
    }
  })

  test.each(chosen(hasIds))('as the id of %s is an id that is not there', async (name, endpoint) => {
    const paramsWith = (id: string) =>
      Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((key) => [key, decodeURIComponent(id)]))
    for (const id of endpoint === showClient ? wrongIds : toBeSent(endpoint.params, wrongIds, paramsWith)) {
      const answer = await send(id.slice(0, 40), endpoint.method, addressOf(endpoint, id))

      if (!name.startsWith('listStates')) {
        expect([id, answer.status]).toEqual([id, expect.toSatisfy((status: number) => status >= 400 || id === '0')])
      }
    }
  })

  test.each(chosen(hasIds))('an id of another kind is no id of %s', async (_, endpoint) => {
    // Everything else would be accepted, were the id right.
    for (const id of idsOfOtherKinds(endpoint, ids)) {
      const answer = await send(
        id,
        endpoint.method,
        addressOf(endpoint, id),
        sendingFor(endpoint, bodyFor(endpoint, ids)),
      )

      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
  })

  test.each(reads)('in the query of %s breaks nothing', async (_, endpoint) => {
    for (const query of wrongQueries) await send(query.slice(0, 40), 'GET', `${addressOf(endpoint)}?${query}`)
  })

  test.each(headersAreRead)('in the headers of %s breaks nothing', async (_, endpoint) => {
    for (const headers of wrongHeaders)
      await send(JSON.stringify(headers).slice(0, 60), 'GET', addressOf(endpoint), { headers })
  })

  const isRead = ({ method, path }: Endpoint) => method === 'GET' && path.startsWith('/api/')

  test.each(chosen(isRead))('[D-118] a parameter that %s does not know is refused by its name', async (_, endpoint) => {
    const asked = addressOf(endpoint)
    const { status, body } = await send('length', 'GET', `${asked}?length=1&_=7`)
    if (status === 404) expect((await send('as it is', 'GET', asked)).status).toBe(404)
    else expect(body).toMatchObject({ errors: refusedNames })
  })

  const isOfNow = (endpoint: Endpoint) => isRead(endpoint) && !endpoint.past && !endpoint.transport?.showsPage

  test.each(chosen(isOfNow))('%s is not answered with the present where the past is asked for', async (_, endpoint) => {
    const { status, body } = await send('as_of', 'GET', `${addressOf(endpoint)}?as_of=2026-03-03`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ errors: onlyNow })
  })

  const part = (disposition: string, type: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; ${disposition}\r\ncontent-type: ${type}\r\n\r\n${value}\r\n`

  test.each(chosen(({ transport }) => transport?.upload !== undefined))(
    'in the upload of %s breaks nothing',
    async (_, endpoint) => {
      const field = endpoint.transport?.upload?.field ?? ''
      const fileNamed = (name: string) => part(`name="${field}"; filename="${name}"`, 'application/pdf', '%PDF-1.7 x')
      const bodies = [
        '',
        '--x--',
        '--x\r\n\r\n\r\n--x--\r\n',
        part(`name="${field}"`, 'text/plain', 'no file'),
        `${fileNamed('../../../../tmp/evil.pdf')}--x--\r\n`,
        `${fileNamed('..\\..\\evil.pdf')}--x--\r\n`,
        `${fileNamed('a\u0000.pdf')}--x--\r\n`,
        `${fileNamed('')}--x--\r\n`,
        `${fileNamed('x'.repeat(5000))}--x--\r\n`,
        `${part(`name="${field}"; filename*=UTF-8''%2e%2e%2fevil.pdf`, 'application/pdf', '%PDF-1.7')}--x--\r\n`,
        `${fileNamed('a.pdf').repeat(40)}--x--\r\n`,
        `${part('name="__proto__"; filename="a.pdf"', 'application/pdf', '%PDF-1.7')}--x--\r\n`,
        `${part('name="name[__proto__][x]"', 'text/plain', 'x')}${fileNamed('a.pdf')}--x--\r\n`,
        `${part('name="name[999999999]"', 'text/plain', 'x')}${fileNamed('a.pdf')}--x--\r\n`,
        `${part('name="name"', 'text/plain', 'x').repeat(250)}--x--\r\n`,
        `${part(`name="${field}"; filename="a.html"`, 'text/html', '<script>alert(1)</script>')}--x--\r\n`,
        `--x\r\n${'x-header: y\r\n'.repeat(3000)}\r\n\r\n--x--\r\n`,
        fileNamed('cut.pdf').slice(0, -12),
      ]
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      for (const text of bodies) await send(text.slice(0, 80), endpoint.method, addressOf(endpoint), { headers, text })
      for (const type of ['application/pdf', 'image/png', 'image/jpeg']) {
        const lie = new File(['<html><script>alert(1)</script></html>'], 'a.pdf', { type })
        const answer = await send(`HTML as ${type}`, endpoint.method, addressOf(endpoint), {
          form: formOf(field, lie, bodyFor(endpoint, ids)),
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
      }
    },
  )

  test('leaves no temporary file, no error in the log, and everybody as they were', async () => {
    const real = formOf('file', fileOf('plan.pdf', 'application/pdf'), { site_id: ids.site })

    expect((await ann.request('POST', '/api/file', { form: real })).status).toBe(201)
    expect((await ann.ask(currentUser)).id).toBe(ann.userId)
    expect(await readdir(join(app.dataDir, 'uploads'))).toEqual([])
    expect(await readdir(join(app.dataDir, 'content', '.incoming'))).toEqual([])
    expect(app.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})
