import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'

const web = join(import.meta.dirname, '../../../web')
const Icon = z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string() })
const Manifest = z.object({
  name: z.string(),
  short_name: z.string().max(12),
  start_url: z.string(),
  display: z.string(),
  icons: z.array(Icon),
})

const app = prepared(() => startApp({ webFolder: join(web, 'public') }))

/** A file of the web app, as a browser that nobody has signed in with gets it. */
const get = async (path: string) => {
  const answer = await fetch(app.url + path)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** The answer of an icon, and the width and height of what it holds. */
const iconAt = async (path: string) => {
  const { answer, bytes } = await get(path)
  const { format, width, height } = await sharp(bytes).metadata()
  return [answer.status, answer.headers.get('content-type'), format, `${width}x${height}`]
}

test('the page leads to a manifest with which a phone installs the app', async () => {
  const page = await readFile(join(web, 'index.html'), 'utf8')
  const path = /<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? ''

  const { answer, bytes } = await get(path)

  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  // Asked for anew each time, and answered 304 as long as it is the same.
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0')
  const kept = { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  expect((await fetch(app.url + path, { headers: kept })).status).toBe(304)
  expect(answer.headers.get('content-security-policy')).toContain("manifest-src 'self'")
  const { icons, ...words } = Manifest.parse(JSON.parse(bytes.toString()))
  expect(words).toEqual({
    name: 'Siteledger',
    short_name: 'Siteledger',
    start_url: '/dashboard',
    display: 'standalone',
  })
  expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes, type } of icons) expect(await iconAt(src)).toEqual([200, type, 'png', sizes])
})

test('the page leads to the icon of a home screen that reads no manifest', async () => {
  const page = await readFile(join(web, 'index.html'), 'utf8')
  const path = /<link rel="apple-touch-icon" href="([^"]+)"/.exec(page)?.[1] ?? ''

  expect(await iconAt(path)).toEqual([200, 'image/png', 'png', '180x180'])
})
