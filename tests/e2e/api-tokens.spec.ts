import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
import { asksForPasswordFirst } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[SET-31] [SET-32] [SET-33] [D-100] a token is created with chosen abilities once the password was typed, shown once, copied, edited and deleted', async ({
  page,
  context,
  complaints,
  owner,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/settings#/api')
  const form = panel(page, 'Create API token')
  const list = panel(page, 'API tokens')
  await expect(list.getByText('No API tokens have been created yet.')).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'View clients' })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Create clients' })).not.toBeChecked()

  await form.getByLabel('Token name').fill('Import')
  await expect(form.getByLabel('Expires')).toHaveValue('90')
  const chosen = form.getByRole('checkbox', { checked: true })
  while ((await chosen.count()) > 0) await chosen.first().uncheck()
  await form.getByRole('button', { name: 'Create Token' }).click()
  await expect(form.getByText('At least one ability must be chosen.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  // Who cancels the question for the password is told why nothing happened, and keeps what was typed.
  await page.route('**/settings/api/token', (route) => route.fulfill(asksForPasswordFirst), { times: 2 })
  for (const ability of ['View clients', 'Create clients']) await form.getByRole('checkbox', { name: ability }).check()
  await form.getByRole('button', { name: 'Create Token' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm your password' })
  await question.getByLabel('Close').click()
  await expect(page.getByText('Please confirm your password.')).toBeVisible()
  await expect(form.getByLabel('Token name')).toHaveValue('Import')
  await form.getByRole('button', { name: 'Create Token' }).click()
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(question.getByText('The given password does not match our records.')).toBeVisible()
  await question.getByLabel('Password', { exact: true }).fill(owner.password)
  await question.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(question).toBeHidden()
  const refused = ['403', '403', '422'].map((status) => expect.stringContaining(status))
  expect(complaints.splice(0)).toEqual(refused)
  const shown = page.getByRole('dialog', { name: 'API token' })
  await shown.getByRole('button', { name: 'Copy Token' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  const token = await page.evaluate(() => navigator.clipboard.readText())
  await expect(shown.getByText(token)).toBeVisible()
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Close' }).last().click()
  const script = { headers: { authorization: `Bearer ${token}` } }
  const added = await page.request.post('/api/client', { ...script, data: { name: 'Made by a script' } })
  expect(added.status()).toBe(201)
  await page.reload()
  await expect(list.getByText('Import')).toBeVisible()
  await expect(page.getByText(token)).toHaveCount(0)

  await list.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Import' })
  await edit.getByLabel('Token name').fill('Reader')
  await edit.getByRole('checkbox', { name: 'Create clients' }).uncheck()
  await edit.getByRole('button', { name: 'Update Token' }).click()
  await expect(list.getByText('Reader')).toBeVisible()
  expect((await page.request.post('/api/client', { ...script, data: { name: 'Another' } })).status()).toBe(403)

  await list.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(list.getByText('No API tokens have been created yet.')).toBeVisible()
  expect((await page.request.get('/api/clients', script)).status()).toBe(401)
})
