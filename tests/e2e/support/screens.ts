import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp, { type OverlayOptions } from 'sharp'
import { test as base, expect } from './test.ts'

const folder = join(import.meta.dirname, '../../../.build/screens')
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 800 }
/** Pixels between two pictures of a sheet. */
const gap = 12

type Looks = { width: number; height: number }

/** Pictures further down load lazily. */
const drawPictures = async (pictures: Element[]): Promise<void> => {
  const near = pictures.filter((picture) => picture.getBoundingClientRect().top < innerHeight)
  await Promise.all(near.map((picture) => (picture as HTMLImageElement).decode().catch(() => undefined)))
}

type Wanted = { whole: boolean; ready: () => Promise<unknown> }

/** How a page comes to its picture: its address, what has to be seen there, and whether Escape closes it afterwards. */
type Way = { at: string; text: string; button: string; see: Locator; leave: true }

/** Photographs show failures too, about which a page complains. */
export const test = base.extend({
  complaints: async ({ context: _ }, use) => use([]),
})

/** The page as it is in one look, as PNG. */
export const photograph = async (
  page: Page,
  viewport: Looks,
  colorScheme: 'light' | 'dark',
  { whole, ready }: Wanted,
): Promise<Buffer> => {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  // The pages behind share links are plain HTML, without the app.
  const isApp = (await page.locator('#app').count()) > 0
  if (isApp) await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(() => document.fonts.ready)
  // The header is sticky, so it would appear in the middle of a scrolled full-page picture.
  if (whole) await page.evaluate(() => window.scrollTo(0, 0))
  await ready()
  await page.locator('img:visible').evaluateAll(drawPictures)
  return page.screenshot({ animations: 'disabled', fullPage: whole })
}

const heightOf = async (picture: Buffer): Promise<number> => (await sharp(picture).metadata()).height

/** Loads a page from scratch: an address may differ from the present one in its hash alone. */
export const openAnew = async (page: Page, path: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Keeps success notes, which otherwise close by themselves, open for their picture; applies from the next page on. */
export const letNotesStay = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const later = window.setTimeout.bind(window)
    // A native promise resolver that waits before a retry is no such note.
    const isNote = (run: TimerHandler, wait: number) =>
      [2000, 5000, 12_000].includes(wait) && !`${run}`.includes('native')
    const slow = (run: TimerHandler, wait = 0, ...args: unknown[]) =>
      later(run, isNote(run, wait) ? 600_000 : wait, ...args)
    window.setTimeout = slow as typeof window.setTimeout
  })
}

export const leaveDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/**
 * Photographs the page on a desktop and on a phone, in light and in dark, and saves the four pictures side by side in
 * `.build/screens/<name>.webp`.
 * @param wanted whole: the page down to its end, instead of the viewport; ready: reopens, for each picture, what a
 * resize of the window closes
 */
export const keep = async (
  page: Page,
  name: string,
  { at, text, button, see, leave, ...wanted }: Partial<Wanted & Way> = {},
): Promise<void> => {
  if (at !== undefined) await openAnew(page, at)
  if (text !== undefined) await page.getByText(text).waitFor()
  if (button !== undefined) await page.getByRole('button', { name: button }).waitFor()
  await see?.waitFor()
  const look: Wanted = { whole: false, ready: async () => undefined, ...wanted }
  const pictures: OverlayOptions[] = []
  let top = 0
  for (const scheme of ['light', 'dark'] as const) {
    const pair = [await photograph(page, wide, scheme, look), await photograph(page, phone, scheme, look)]
    for (const [column, input] of pair.entries()) pictures.push({ input, left: column * (wide.width + gap), top })
    top += Math.max(...(await Promise.all(pair.map(heightOf)))) + gap
  }
  await page.setViewportSize(wide)
  await mkdir(folder, { recursive: true })
  const size = { width: wide.width + gap + phone.width, height: top - gap }
  await sharp({ create: { ...size, channels: 3, background: '#8a949a' } })
    .composite(pictures)
    .webp({ quality: 30, effort: 5 })
    .toFile(join(folder, `${name}.webp`))
  if (leave) await leaveDialog(page)
}
