import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordCreator } from '#tests/support/team-with-records.ts'
import { newTeam } from '#tests/support/teams.ts'

const secured = { 'x-forwarded-proto': 'https' }
const navigation = { accept: 'text/html' }

const webFolder = sharedFolder()
const app = prepared(async () => {
  await mkdir(join(webFolder, 'assets'))
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Siteledger</title>')
  await writeFile(join(webFolder, 'assets', 'main-abc123.js'), 'let x = 1')
  await writeFile(join(webFolder, 'mark.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return startApp({ webFolder })
})
const ann = prepared(() => newTeam(app))
const file = prepared(async () => {
  const create = recordCreator(ann)
  const site = await create.site((await create.client('Acme')).id, 'North')
  return create.file(site.id, 'plan')
})

type Kind = [kind: string, method: string, path: () => string, headers?: Record<string, string>]
const kinds: Kind[] = [
  ['a page', 'GET', () => '/dashboard', navigation],
  ['a script', 'GET', () => '/assets/main-abc123.js'],
  ['a picture of the app', 'GET', () => '/mark.svg'],
  ['the description of the API', 'GET', () => '/api/docs', navigation],
  ['data', 'GET', () => '/api/clients'],
  ['a resource that was added', 'POST', () => '/api/client'],
  ['an uploaded file', 'GET', () => `/file/${file.id}/preview`],
  ['the frame of a preview', 'GET', () => `/file/${file.id}/frame?type=application/pdf`, navigation],
  ['a refusal', 'GET', () => '/api/nothing'],
  ['a missing script', 'GET', () => '/assets/nothing.js'],
  ['a redirect', 'GET', () => `/teams/${ann.teamId}/switch`],
]

describe('every kind of answer', () => {
  test.each(kinds)('is read as what it says, framed and embedded by nobody else: %s', async (_, method, path, sent) => {
    const headers = { ...sent, origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' }
    const answer = await ann.request(method, path(), {
      headers,
      ...(method === 'POST' ? { json: { name: 'A' } } : {}),
    })
    const said = Object.fromEntries(answer.headers)

    expect(said).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/frame-ancestors '(self|none)'/),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    })
    expect(Object.keys(said).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each(kinds.filter(([kind]) => kind !== 'a redirect'))(
    'names its type, and the encoding of its text: %s',
    async (_, method, path, headers = {}) => {
      const answer = await ann.request(method, path(), {
        headers,
        ...(method === 'POST' ? { json: { name: 'A' } } : {}),
      })

      const type = answer.headers.get('content-type') ?? ''
      expect(type).toMatch(/^[\w-]+\/[\w.+-]+/)
      if (/^text\/|\bxml\b|json/.test(type)) expect(type).toMatch(/; charset=utf-8$/i)
    },
  )
})

test('behind https every answer asks for https for a year, on every name below the host', async () => {
  const behind = await startApp({ env: { appUrl: 'https://sites.test' }, webFolder })
  for (const path of ['/dashboard', '/health', '/api/clients', '/api/nothing', '/mark.svg']) {
    const { headers } = await behind.guest().request('GET', path, { headers: { ...secured, ...navigation } })

    const [, seconds] = /max-age=(\d+); includeSubDomains/.exec(headers.get('strict-transport-security') ?? '') ?? []
    expect([path, Number(seconds) >= 31_536_000]).toEqual([path, true])
  }
  await behind.close()
})

describe('the built web app and nothing beside it is served', () => {
  test.each(['/assets/', '/.git/HEAD', '/.git/config', '/.env', '/package.json', '/tests/', '/api/main.ts'])(
    'no listing, no source: %s',
    async (path) => {
      expect((await app.guest().request('GET', path)).status).toBe(404)
    },
  )

  test('TRACE is not answered with what was sent', async () => {
    const { status, body } = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sent = request(`${app.url}/health`, { method: 'TRACE', headers: { cookie: 'secret=1' } }, (answer) => {
        let text = ''
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode, body: text }))
      })
      sent.on('error', reject)
      sent.end()
    })

    expect(status).toBe(404)
    expect(body).not.toContain('secret')
  })
})
