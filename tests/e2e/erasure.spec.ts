import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessibility.ts'
import { sendSignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[D-90] somebody downloads what is held on them, erases their account, and is a stranger', async ({
  page,
  complaints,
  owner,
}) => {
  await page.goto('/settings#/data')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('siteledger-my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.account).toMatchObject({ name: owner.name, email: owner.email })
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Erase Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase your account' })
  await dialog.getByLabel('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Yes, Erase' }).click()
  await expect(dialog.getByText('The given password does not match our records.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password', { exact: true }).fill(owner.password)
  await dialog.getByRole('button', { name: 'Yes, Erase' }).click()

  await expect(page.getByText('Your account has been erased.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await sendSignIn(page, owner)
  await expect(page.getByText('These credentials do not match our records.')).toBeVisible()
  expect(complaints.splice(0)).toHaveLength(2)
})
