import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { SiteFile } from '#schemas/resources/files.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { FileAncestry } from '#web/features/files/file-ancestry.tsx'

afterEach(() => page.viewport(1280, 800))

test('on a phone each link to what a file belongs to is large enough for a finger, and none covers another', async () => {
  await page.viewport(390, 800)
  const site = { id: 's', name: 'Mill', client_id: 'c', client_name: 'Northgate Estates and Partners of the North' }
  const file = { site, visit_id: 'v', visit_name: 'Gas safety check of the spring' } as unknown as SiteFile
  await renderApp(<FileAncestry file={file} />)

  const places = page
    .getByRole('link')
    .elements()
    .map((link) => link.getBoundingClientRect())

  expect(places.map(({ width, height }) => Math.min(width, height) >= 44)).toEqual([true, true, true])
  for (const [at, { top, left }] of places.entries())
    for (const earlier of places.slice(0, at)) expect(top >= earlier.bottom || left >= earlier.right).toBe(true)
})
