import type { BrowserContext } from '@playwright/test'
import { newPlan } from '../support/documents.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { openedDialog } from '../support/records.ts'
import { keep, letNotesStay, openAnew } from '../support/screens.ts'
import { expect, type Page, test } from '../support/test.ts'

const register = async (page: Page, context: BrowserContext, name: string): Promise<void> => {
  await registerThroughApi(context, { team: 'Northgate', email: `${name}@daily.northgate.example` })
  await letNotesStay(page)
}

/** A team with the sample data, of which everything is made that the day's work shows. */
const begin = async (page: Page, context: BrowserContext, name: string): Promise<void> => {
  await register(page, context, name)
  await post(context, '/api/sample', {})
}

const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('first page, tables and views', async ({ page, context, complaints }) => {
  await register(page, context, 'ann')
  await openAnew(page, '/dashboard')
  await page.getByRole('button', { name: 'Look around with sample data' }).waitFor()
  await keep(page, 'overview-empty')
  await post(context, '/api/sample', {})
  await openAnew(page, '/dashboard#/clients')
  await page.getByRole('link', { name: /files? expires? within 30 days/ }).waitFor()
  await keep(page, 'overview')
  for (const list of ['clients', 'sites', 'files'] as const) {
    await openAnew(page, `/dashboard#/${list}`)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('table').waitFor()
    await keep(page, `${list}-table`)
  }
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Size' }).waitFor()
  await keep(page, 'files-columns')
  await openAnew(page, '/dashboard?expires=expired#/files')
  await page.getByRole('table').waitFor()
  await keep(page, 'files-expired')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menu').waitFor()
  await keep(page, 'files-views')
  await openAnew(page, '/dashboard/expiring')
  await page.getByRole('table', { name: 'Expiry by client' }).waitFor()
  await keep(page, 'expiring')
  await openAnew(page, '/dashboard#/sites')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('link', { name: 'QR code' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await keep(page, 'site-qr-code')
  complaints.splice(0)
})

test('what is done with a file, and with many', async ({ page, context, complaints }) => {
  await begin(page, context, 'ben')
  await openAnew(page, '/dashboard#/files')
  const [first] = await page.getByRole('article').all()
  await first?.getByRole('button', { name: /^Share / }).click()
  const share = page.getByRole('dialog')
  await share.getByRole('button', { name: 'Create link' }).click()
  await share.getByRole('button', { name: 'Copy link' }).waitFor()
  await keep(page, 'file-share')
  const link = (await share.getByText(/\/share\/slk_/).textContent()) ?? ''
  await close(page)

  await first?.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  const versions = page.getByRole('dialog', { name: /^Versions of / })
  await versions.getByLabel('Replace with').setInputFiles(await newPlan('Scan.png'))
  await versions.getByRole('button', { name: 'Replace file' }).click()
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await keep(page, 'file-versions')
  await close(page)
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()

  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .click()
  const bar = page.getByRole('region', { name: 'Selected files' })
  await bar.getByRole('button', { name: /^Select all/ }).click()
  await keep(page, 'files-all-selected')
  await bar.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  await keep(page, 'files-move')
  await close(page)

  await page.goto('/dashboard/shares')
  await page.getByRole('button', { name: 'Revoke' }).waitFor()
  await keep(page, 'shares')
  await page.goto(link)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await keep(page, 'share-page')
  complaints.splice(0)
})

test('keys and the palette', async ({ page, context, complaints }) => {
  await begin(page, context, 'cat')
  await openAnew(page, '/dashboard')
  await page.keyboard.press('?')
  await openedDialog(page, 'Keyboard shortcuts')
  await keep(page, 'keyboard')
  await close(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('add')
  await page.getByRole('option').first().waitFor()
  await keep(page, 'palette')
  complaints.splice(0)
})
