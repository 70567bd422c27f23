import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawIcon, iconNames, pathOfIcon } from '#tests/support/icons.ts'
import { theme } from '#web/theme.ts'

const read = (path: string) => readFile(join(import.meta.dirname, '../../web', path), 'utf8')

test('an installed app has the colours of the ground of its pages, in light and in dark', async () => {
  const { gray, dark } = theme.colors ?? {}
  const ground = { light: gray?.[0], dark: dark?.[8] }
  const page = await read('index.html')

  for (const [scheme, colour] of Object.entries(ground))
    expect(page).toContain(`<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${colour}" />`)
  expect(JSON.parse(await read('public/manifest.webmanifest'))).toMatchObject({
    theme_color: ground.light,
    background_color: ground.light,
  })
})

test('the header before the app is there has the colours of the one that follows, in light and in dark', async () => {
  const { gray, dark } = theme.colors ?? {}
  const styles = await read('start.css')
  const [light = '', darkened = ''] = [...styles.matchAll(/\.start \{([^}]*)\}/g)].map(([, declared]) => declared)

  expect(light).toContain('background: #fff;')
  expect([light, darkened]).toEqual([
    expect.stringContaining(`color: ${gray?.[9]};`),
    expect.stringContaining(`color: ${dark?.[0]};`),
  ])
  expect(light).toContain(`1px solid ${gray?.[3]};`)
  expect(darkened).toContain(`background: ${dark?.[7]};`)
  expect(darkened).toContain(`border-bottom-color: ${dark?.[5]};`)
  expect(await read('theme.css')).toContain(`var(--siteledger-ground, ${gray?.[0]})`)
})

test.each(iconNames)('the icon %s is the product’s mark', async (name) => {
  const pixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer()
  const [kept, drawn] = await Promise.all([pixels(await readFile(pathOfIcon(name))), pixels(await drawIcon(name))])

  expect(kept.length).toBe(drawn.length)
  const apart = kept.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0)
  expect(apart / kept.length).toBeLessThan(1)
})
