import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../web/features/welcome/product')
const component = readFileSync(join(import.meta.dirname, '../../../web/routes/welcome-page.tsx'), 'utf8')
const said = (name: string) => Number(component.match(new RegExp(`${name}=\\{(\\d+)\\}`))?.[1])

/** The most bytes of one picture: a guest loads one of them, once it comes near. */
const most = { avif: 50_000, webp: 70_000 } as const

test('the pictures of the product are light and dark, small, and as large as the welcome page says', async () => {
  expect(readdirSync(folder).toSorted()).toEqual(['dark.avif', 'dark.webp', 'light.avif', 'light.webp'])
  for (const scheme of ['light', 'dark'])
    for (const [ending, bytes] of Object.entries(most)) {
      const picture = readFileSync(join(folder, `${scheme}.${ending}`))
      const { width, height } = await sharp(picture).metadata()
      expect([width, height]).toEqual([said('width'), said('height')])
      expect(picture.length).toBeLessThan(bytes)
    }
})
