import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

describe('one path, page or data', () => {
  const guest = (is: boolean) =>
    `<!doctype html><meta name="siteledger:guest" content="${is}"><title>Siteledger</title>`
  const navigation = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const webFolder = sharedFolder()
  const app = prepared(async () => {
    await mkdir(join(webFolder, 'assets'))
    await writeFile(join(webFolder, 'index.html'), guest(false))
    await writeFile(join(webFolder, 'assets', 'main-abc123.js'), 'let x = 1')
    await writeFile(join(webFolder, 'assets', 'main-abc123.js.br'), brotliCompressSync('let x = 1'))
    await writeFile(join(webFolder, 'assets', 'main-abc123.js.gz'), gzipSync('let x = 1'))
    await writeFile(join(webFolder, 'icon.svg'), '<svg/>')
    return startApp({ webFolder })
  })
  const get = (path: string, headers: Record<string, string> = {}) => app.guest().request('GET', path, { headers })

  test.each(['/', '/dashboard', '/dashboard/sites/1', '/login', '/teams', '/api/clients', '/user/current', '/nowhere'])(
    'a navigation to %s gets the app',
    async (path) => {
      const answer = await get(path, navigation)

      expect([answer.status, answer.body]).toEqual([200, guest(true)])
      expect(answer.headers.get('content-type')).toContain('text/html')
    },
  )

  test('a page of somebody signed in has the browser ask who it is while the app loads; no other page does', async () => {
    const owner = await newTeam(app)
    const linkOf = async (path: string, cookie = owner.cookie() ?? '') =>
      (await get(path, { ...navigation, cookie })).headers.get('link')
    const asked =
      '</user/current>; rel=preload; as=fetch; crossorigin, </teams/current>; rel=preload; as=fetch; crossorigin'

    expect([await linkOf('/dashboard'), await linkOf('/dashboard/sites/1'), await linkOf('/settings')]).toEqual([
      asked,
      asked,
      asked,
    ])
    expect([await linkOf('/dashboard', 'a=b'), await linkOf('/login'), await linkOf('/settingsx')]).toEqual([
      null,
      null,
      null,
    ])
  })

  test.each(['/teams', '/api/clients', '/user/current'])('everything else that asks %s gets data', async (path) => {
    for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }, {}] as Record<string, string>[]) {
      expect((await get(path, headers)).body).toEqual({ message: 'Unauthenticated.' })
    }
  })

  test.each(['/health', '/ready', '/api/openapi.json'])('%s answers itself, also to a navigation', async (path) => {
    expect((await get(path, navigation)).headers.get('content-type')).toContain('application/json')
  })

  test.each(['preview', 'download', 'thumbnail'])('a %s answers itself, also to a navigation', async (how) => {
    expect((await get(`/file/${newCommandId()}/${how}`, navigation)).body).toEqual({ message: 'Unauthenticated.' })
  })

  test('the description of the API can be read, to a navigation too, and runs and loads nothing', async () => {
    const description = (await get('/api/openapi.json')).body as { paths: Record<string, object> }

    const { status, body, headers } = await get('/api/docs', navigation)

    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const paths = Object.keys(description.paths)
    expect(paths.length).toBeGreaterThan(100)
    for (const path of paths) expect(body).toContain(`<code>${path}</code>`)
    expect(body).not.toMatch(/<script|<link|<img|undefined|\[object/)
    const style = /<style>([\s\S]*?)<\/style>/.exec(String(body))?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", `style-src 'sha256-${hash}'`]))
    expect([headers.get('x-content-type-options'), policy.includes('unsafe')]).toEqual(['nosniff', false])
    // Every link on the page leads somewhere on it.
    const ids = new Set([...String(body).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    for (const [, id] of String(body).matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(id)
  })

  test('a page says whether its browser has no session; it is revalidated each time, or not kept at all', async () => {
    const answers = async (cookie: string) => {
      const { headers, body } = await get('/dashboard', { ...navigation, cookie })
      return [headers.get('cache-control'), /siteledger:guest" content="(\w+)"/.exec(String(body))?.[1]]
    }

    expect(await answers('siteledger=s%3Aabc.def')).toEqual(['no-cache', 'false'])
    expect(await answers('other=1; siteledger=')).toEqual(['no-cache', 'false'])
    expect(await answers('other-siteledger=1')).toEqual(['no-store', 'true'])
  })

  test('its assets are immutable', async () => {
    const asset = await get('/assets/main-abc123.js', navigation)
    expect([asset.status, asset.body]).toEqual([200, 'let x = 1'])
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect((await get('/icon.svg')).status).toBe(200)
  })

  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
  ])('an asset arrives as small as the client reads it: %s', async (accepted, encoding) => {
    const { status, headers, body } = await get('/assets/main-abc123.js', { 'accept-encoding': accepted })

    expect([status, headers.get('content-encoding'), body]).toEqual([200, encoding, 'let x = 1'])
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('vary')).toMatch(/accept-encoding/i)
    expect(headers.get('cache-control')).toContain('immutable')
  })

  test('data is not cached, and varies from the page at the same address', async () => {
    const answer = await get('/health')

    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await get('/dashboard', navigation)).headers.get('vary')).toMatch(/accept/i)
  })

  test('a page runs only what comes from here', async () => {
    const { headers } = await get('/dashboard', navigation)

    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(headers.get('content-security-policy')).toContain("object-src 'none'")
    expect(headers.get('content-security-policy')).toContain("base-uri 'none'")
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script';trusted-types default")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test.each(['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/..%2fpackage.json', '/.env'])(
    'no file outside is served: %s',
    async (path) => {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400)
    },
  )
})
