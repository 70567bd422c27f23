import { toString as qrOf } from 'qrcode'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { SiteSheet } from '#web/routes/site-sheet-page.tsx'

const address = 'https://app.example.com/dashboard/sites/7#/files'
const site = { name: 'North depot', postcode: 'EC1A 1BB', client_name: 'Acme' }

test('the sheet of a site has its name, its postcode and its address, also as a QR code, and is printed', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  await renderApp(<SiteSheet site={site} address={address} />)

  const sheet = page.getByRole('region', { name: 'QR code of North depot' })
  await expect.element(sheet.getByText(address)).toBeVisible()
  await expect.element(sheet.getByText('Acme · EC1A 1BB')).toBeVisible()
  const code = page.getByAltText('QR code that opens the files of North depot')
  const svg = await qrOf(address, { type: 'svg', margin: 0 })
  await expect.element(code).toHaveAttribute('src', `data:image/svg+xml,${encodeURIComponent(svg)}`)

  await page.getByRole('button', { name: 'Print' }).click()
  expect(print).toHaveBeenCalledOnce()
})
