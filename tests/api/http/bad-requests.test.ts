import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { Problem } from '#schemas/calls/problem.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sessionCookieOf } from '#tests/support/sessions.ts'
import { newTeam } from '#tests/support/teams.ts'

const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
const nested = (deep: number) => `{"name":"Acme","more":${'['.repeat(deep)}${']'.repeat(deep)}}`
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const upload = (name: string) =>
  `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n%PDF\r\n`

type Sent = [
  what: string,
  status: number,
  path: string,
  headers: Record<string, string>,
  body: string | Uint8Array<ArrayBuffer>,
]

const damaged = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

const refused: Sent[] = [
  ['no JSON', 400, '/api/client', json, '{name: Acme}'],
  ['half a JSON', 400, '/api/client', json, '{"name": "Ac'],
  ['JSON that is a text', 400, '/api/client', json, '"Acme"'],
  ['JSON that is a list', 400, '/api/client', json, '[{"name": "Acme"}]'],
  ['JSON nested deep', 400, '/api/client', json, nested(1000)],
  ['JSON nested so deep that it cannot be written', 400, '/api/client', json, nested(400_000)],
  ['JSON nested deep under a key', 400, '/api/client', { ...json, 'idempotency-key': 'deep' }, nested(50_000)],
  ['brackets in a text', 422, '/api/client', json, JSON.stringify({ name: '[{"'.repeat(1000) })],
  ['more than 1 MB', 413, '/api/client', json, JSON.stringify({ name: 'a'.repeat(1_100_000) })],
  ['JSON said to be text', 422, '/api/client', { 'content-type': 'text/plain' }, '{"name": "Acme"}'],
  ['a form', 422, '/api/client', { 'content-type': 'application/x-www-form-urlencoded' }, 'name=Acme'],
  ['an unknown charset', 400, '/api/client', { 'content-type': 'application/json; charset=klingon' }, '{"name":"A"}'],
  ['another charset', 400, '/api/client', { 'content-type': 'application/json; charset=utf-7' }, '{"name":"A"}'],
  ['JSON that is not UTF-8', 400, '/api/client', json, damaged('{"name": "Caf\xe9"}')],
  ['a field that is not UTF-8', 400, '/api/file', multipart, damaged(`${part('name', 'Caf\xe9')}--x--\r\n`)],
  ['a file name that is not UTF-8', 400, '/api/file', multipart, damaged(`${upload('Caf\xe9.pdf')}--x--\r\n`)],
  [
    'a field of which a part is not UTF-8',
    400,
    '/api/file',
    multipart,
    damaged(`${part('name', '\xef\xbf\xbd\xef\xbf')}--x--\r\n`),
  ],
  [
    'a field that is not UTF-8 beside a file',
    400,
    '/api/file',
    multipart,
    damaged(
      `${part('name', 'Caf\xe9')}${upload('\xef\xbf\xbd.pdf').replace('%PDF', '%PDF \xef\xbf\xbd')}`.concat(
        '--x--\r\n',
      ),
    ),
  ],
  ['an unknown encoding', 400, '/api/client', { ...json, 'content-encoding': 'rot13' }, '{"name":"A"}'],
  ['no gzip though said so', 400, '/api/client', { ...json, 'content-encoding': 'gzip' }, '{"name":"A"}'],
  ['nothing', 422, '/api/client', json, ''],
  ['a number for a text', 422, '/api/client', json, '{"name": 7}'],
  ['an object for a text', 422, '/api/client', json, '{"name": {"toString": "Acme"}}'],
  ['prototype keys', 422, '/api/client', json, '{"__proto__": {"name": "Acme"}, "constructor": {"name": "Acme"}}'],
  ['an id that is none', 422, '/api/client', json, '{"name": "Acme", "id": "../../etc/passwd"}'],
  ['a key that is too long', 400, '/api/client', { ...json, 'idempotency-key': 'k'.repeat(256) }, '{"name": "Acme"}'],
  ['a date that is none', 422, '/api/visit', json, '{"name": "Check", "started_at": "31/02/2026"}'],
  ['JSON for an upload', 422, '/api/file', json, '{"file": "x"}'],
  ['an upload without a boundary', 400, '/api/file', { 'content-type': 'multipart/form-data' }, 'x'],
  ['half an upload', 400, '/api/file', multipart, '--x\r\ncontent-disposition: form-data; name="file"; filename="a'],
  ['an upload without a file', 422, '/api/file', multipart, `${part('name', 'a')}--x--\r\n`],
  ['prototype keys in an upload', 422, '/api/file', multipart, `${part('__proto__[name]', 'a')}--x--\r\n`],
  ['too many fields in an upload', 400, '/api/file', multipart, `${part('a', 'b').repeat(300)}--x--\r\n`],
  ['a path that is no UTF-8', 400, '/api/client/%E0%A4%A', json, '{}'],
  ['a path that nobody serves', 404, '/api/nothing', json, '{}'],
  ['a call that is only read', 404, '/api/clients', json, '{}'],
]

const unanswered: [what: string, status: number, path: string][] = [
  ['a limit of nothing', 422, '/api/clients?limit=0'],
  ['a limit beyond the most', 422, '/api/clients?limit=1001'],
  ['a limit that is no number', 422, '/api/clients?limit=many'],
  ['a cursor that is none', 400, '/api/clients?cursor=nonsense'],
  ['a cursor of the wrong shape', 400, `/api/clients?cursor=${Buffer.from('["a"]').toString('base64url')}`],
  ['two cursors', 422, '/api/clients?cursor=a&cursor=b'],
  ['an id that cannot be', 404, '/api/client/1'],
  ['an id out of a prototype', 404, '/api/client/__proto__'],
  ['an id of nobody', 404, '/api/client/0198c0de-aaaa-7bbb-8ccc-0123456789ab'],
  ['a path upwards', 404, '/file/..%2F..%2Fetc%2Fpasswd/download'],
  ['a zero byte', 404, '/api/client/%00'],
  ['a path that nobody serves', 404, '/nothing'],
  ['an asset that is not there', 404, '/assets/nothing.js'],
]

describe('a request that cannot be served', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))

  test.each(refused)('%s: %d', async (_, status, path, headers, text) => {
    const answer = await ann.request('POST', path, { headers, text })

    expect([answer.status, answer.body]).toEqual([status, expect.anything()])
    expect(Problem.strict().safeParse(answer.body).success).toBe(true)
    expect('errors' in (answer.body as object)).toBe(status === 422)
  })

  test.each(unanswered)('%s: %d', async (_, status, path) => {
    const answer = await ann.request('GET', path)

    expect([answer.status, answer.body]).toEqual([status, expect.anything()])
    expect(Problem.strict().safeParse(answer.body).success).toBe(true)
  })

  test('reports the errors of each field', async () => {
    const answer = await ann.request('POST', '/api/visit', {
      json: { started_at: '31/02/2026', ended_at: '01/03/2026' },
    })

    expect(answer.body).toEqual({
      message: 'The given data was invalid.',
      errors: {
        name: ['The name field is required.'],
        site_id: ['The site field is required.'],
        started_at: ['The start date is not a valid date.'],
      },
    })
  })

  test('says once what is wrong with a field', async () => {
    const { body } = await ann.request('POST', '/api/visit', { json: { started_at: [] } })

    expect(body).toMatchObject({ errors: { started_at: ['The start date field is required.'] } })
  })

  test('with headers too large for the server is refused by it', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${app.url}/health`, { headers: { cookie: 'a'.repeat(20_000) } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      sent.on('error', reject)
      sent.end()
    })

    expect(status).toBe(431)
  })

  test('leaves the server well, and nothing of it in the log but its outcome', async () => {
    const secret = 'my secret password'
    await ann.request('POST', '/login', { headers: json, text: `{"password": "${secret}"` })
    await ann.request('POST', '/login', { json: { email: 'ann@private.example', password: secret } })
    await ann.request('GET', `/nothing?token=${encodeURIComponent(secret)}`)

    expect((await ann.request('GET', '/health')).status).toBe(200)
    const log = app.logged.join('')
    expect(log.length).toBeGreaterThan(1000)
    for (const text of [secret, encodeURIComponent(secret), 'private.example', ann.email, sessionCookieOf(ann)]) {
      expect(log).not.toContain(text)
    }
    expect(app.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  })
})
