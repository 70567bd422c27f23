import type { BrowserContext } from '@playwright/test'
import { newPlan } from '../support/documents.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { openedDialog } from '../support/records.ts'
import { keep, leaveDialog, letNotesStay, openAnew, test } from '../support/screens.ts'
import { expect, type Page } from '../support/test.ts'

const register = async (page: Page, context: BrowserContext, name: string): Promise<void> => {
  await registerThroughApi(context, { team: 'Northgate', email: `${name}@daily.northgate.example` })
  await letNotesStay(page)
}

/** A team with the sample data, of which everything is made that the day's work shows. */
const begin = async (page: Page, context: BrowserContext, name: string): Promise<void> => {
  await register(page, context, name)
  await post(context, '/api/sample', {})
}

test('first page, tables and views', async ({ page, context }) => {
  await register(page, context, 'ann')
  await keep(page, 'overview-empty', { at: '/dashboard', button: 'Look around with sample data' })
  await post(context, '/api/sample', {})
  await openAnew(page, '/dashboard#/clients')
  await keep(page, 'overview', { see: page.getByRole('link', { name: /files? expires? within 30 days/ }) })
  for (const list of ['clients', 'sites', 'files'] as const) {
    await openAnew(page, `/dashboard#/${list}`)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await keep(page, `${list}-table`, { see: page.getByRole('table') })
  }
  await page.getByRole('button', { name: 'Columns' }).click()
  await keep(page, 'files-columns', { see: page.getByRole('checkbox', { name: 'Size' }) })
  await keep(page, 'files-expired', { at: '/dashboard?expires=expired#/files', see: page.getByRole('table') })
  await page.getByRole('button', { name: 'Views' }).click()
  await keep(page, 'files-views', { see: page.getByRole('menu') })
  await openAnew(page, '/dashboard#/compliance')
  const compliance = page.getByRole('group', { name: 'States' })
  await keep(page, 'compliance', { see: compliance })
  await page
    .getByRole('button', { name: /: Missing$/ })
    .first()
    .click()
  await keep(page, 'compliance-cell', { see: page.getByRole('dialog'), leave: true })
  await openAnew(page, '/dashboard#/sites')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('link', { name: 'QR code' }).click()
  await keep(page, 'site-qr-code', { see: page.getByRole('img', { name: /^QR code/ }) })
})

test('what is done with a file, and with many', async ({ page, context }) => {
  await begin(page, context, 'ben')
  await openAnew(page, '/dashboard#/files')
  const [first] = await page.getByRole('article').all()
  await first?.getByRole('button', { name: /^Share / }).click()
  const share = page.getByRole('dialog')
  await share.getByRole('button', { name: 'Create link' }).click()
  await keep(page, 'file-share', { see: share.getByRole('button', { name: 'Copy link' }) })
  const link = (await share.getByText(/\/share\/slk_/).textContent()) ?? ''
  await leaveDialog(page)

  await first?.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Versions', exact: true }).click()
  const versions = page.getByRole('dialog', { name: /^Versions of / })
  await versions.getByLabel('Replace with').setInputFiles(await newPlan('Scan.png'))
  await versions.getByRole('button', { name: 'Replace file' }).click()
  await expect(versions.getByRole('listitem')).toHaveCount(2)
  await keep(page, 'file-versions', { leave: true })
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()

  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .click()
  const bar = page.getByRole('region', { name: 'Selected files' })
  await bar.getByRole('button', { name: /^Select all/ }).click()
  await keep(page, 'files-all-selected')
  await bar.getByRole('button', { name: 'Move', exact: true }).click()
  await keep(page, 'files-move', { see: page.getByRole('dialog'), leave: true })

  await page.goto('/dashboard/shares')
  await keep(page, 'shares', { button: 'Revoke' })
  await page.goto(link)
  await keep(page, 'share-page', { see: page.getByRole('heading', { level: 1 }) })
})

test('keys and the palette', async ({ page, context }) => {
  await begin(page, context, 'cat')
  await openAnew(page, '/dashboard')
  await page.keyboard.press('?')
  await openedDialog(page, 'Keyboard shortcuts')
  await keep(page, 'keyboard', { leave: true })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).fill('add')
  await keep(page, 'palette', { see: page.getByRole('option').first() })
})
