import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp, { type OverlayOptions } from 'sharp'
import { expect } from './test.ts'

const folder = join(import.meta.dirname, '../../../docs/screens')
const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 800 }
/** Pixels between two pictures of a sheet. */
const gap = 12

const photograph = async (page: Page, viewport: typeof wide, colorScheme: 'light' | 'dark'): Promise<Buffer> => {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  await page.evaluate(() => document.fonts.ready)
  return page.screenshot({ animations: 'disabled' })
}

/**
 * Photographs what the page shows, on a desktop and on a phone, in light and in dark, and keeps the four pictures side
 * by side in `docs/screens/<name>.webp`, small enough for the repository.
 */
export const keep = async (page: Page, name: string): Promise<void> => {
  const pictures: OverlayOptions[] = []
  for (const [row, scheme] of (['light', 'dark'] as const).entries()) {
    const top = row * (wide.height + gap)
    pictures.push({ input: await photograph(page, wide, scheme), left: 0, top })
    pictures.push({ input: await photograph(page, phone, scheme), left: wide.width + gap, top })
  }
  await page.setViewportSize(wide)
  const [width, height] = [wide.width + gap + phone.width, wide.height + gap + phone.height]
  await mkdir(folder, { recursive: true })
  await sharp({ create: { width, height, channels: 3, background: '#8a949a' } })
    .composite(pictures)
    .webp({ quality: 45, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
}
