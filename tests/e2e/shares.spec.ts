import { expectAccessible, expectPlainAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('a file is shared with who has no account, and without scripts, until the link is revoked', async ({
  page,
  context,
  browser,
  owner,
}) => {
  const password = 'lock 7 and key'
  await addFile(context, await addFacilities(context), await newPdf('Gas certificate.pdf'))
  await page.goto('/dashboard#/files')
  await card(page, 'Gas certificate').getByRole('button', { name: 'Share Gas certificate' }).click()
  const dialog = await openedDialog(page, 'Share Gas certificate')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expectAccessible(page)
  const link = (await dialog.getByText(/\/share\/slk_/).textContent()) ?? ''

  const guest = await browser.newContext({ javaScriptEnabled: false })
  const theirs = await guest.newPage()
  await theirs.goto(link)
  await expect(theirs.getByText(owner.team)).toHaveCount(0)
  await theirs.getByLabel('Password').fill(password)
  await theirs.getByRole('button', { name: 'Open' }).click()
  await expect(theirs.getByRole('heading', { name: 'Gas certificate' })).toBeVisible()
  await expect(theirs.getByText(`Shared by ${owner.team}`)).toBeVisible()
  const saved = theirs.waitForEvent('download')
  await theirs.getByRole('link', { name: 'Download Gas certificate' }).click()
  expect((await saved).suggestedFilename()).toBe('Gas certificate.pdf')
  const scripted = await browser.newPage()
  await scripted.goto(link)
  await expectPlainAccessible(scripted)
  await scripted.context().close()

  await page.goto('/dashboard/shares')
  await expect(page.getByText(/Opened 1 time, .* · 1 download · with a password/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Yes, Revoke' }).click()
  await expect(page.getByText('There are no share links.')).toBeVisible()
  expect((await theirs.goto(link))?.status()).toBe(404)
  await expect(theirs.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  await guest.close()
})
