import { expectAccessible } from './support/accessibility.ts'
import { authorizeApp, newApp } from './support/apps.ts'
import { panel } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const redirect = 'https://example.com/cb'

const whoops = (page: Page) => page.getByRole('alert').filter({ hasText: 'Whoops! Something went wrong!' })

test('[SET-41] [SET-42] [SET-43] [SET-44] [SET-45] OAuth clients are created, changed and deleted; the secret shows when asked', async ({
  page,
  context,
  owner: _,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/settings#/api')
  const list = panel(page, 'OAuth clients')
  await expect(list.getByText('You have not created any OAuth clients.')).toBeVisible()

  await list.getByRole('button', { name: 'Create New Client' }).click()
  const create = page.getByRole('dialog', { name: 'Create Client' })
  await expect(create.getByText('Something your users will recognize and trust.')).toBeVisible()
  await expect(create.getByText("Your application's authorization callback URL.")).toBeVisible()
  await expectAccessible(page)
  await create.getByLabel('Name').fill('Phone')
  await create.getByLabel('Redirect URL').fill(redirect)
  await create.getByRole('button', { name: 'Create' }).click()
  const table = page.getByRole('table', { name: 'OAuth clients' })
  const row = table.getByRole('row').filter({ hasText: 'Phone' })
  await expect(row).toContainText(/[0-9a-f]{8}-[0-9a-f-]{27}/)
  await expect(row).not.toContainText('sls_')
  await row.getByRole('button', { name: 'Show' }).click()
  await expect(row).toContainText('sls_')
  await row.getByRole('button', { name: 'Copy' }).click()
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect(row).toContainText(await page.evaluate(() => navigator.clipboard.readText()))
  await expectAccessible(page)

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await expect(edit.getByLabel('Redirect URL')).toHaveValue(redirect)
  await edit.getByLabel('Name').fill('Tablet')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toHaveCount(0)
  await table.getByRole('row').filter({ hasText: 'Tablet' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(list.getByText('You have not created any OAuth clients.')).toBeVisible()
})

test('[VAL2-12] [VAL2-13] [ERR2-07] [ERR2-08] a refused client or token says why in one list', async ({
  page,
  complaints,
  owner: _,
}) => {
  await page.goto('/settings#/api')
  await panel(page, 'OAuth clients').getByRole('button', { name: 'Create New Client' }).click()
  const create = page.getByRole('dialog', { name: 'Create Client' })
  await create.getByLabel('Redirect URL').fill('http://127.0.0.1:99999/cb')
  await create.getByRole('button', { name: 'Create' }).click()
  await expect(whoops(page).getByRole('listitem')).toHaveText([
    'The name field is required.',
    'The redirect must be a valid URL.',
  ])
  await expect(whoops(page)).toBeFocused()
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Close' }).last().click()
  await expect(create).toHaveCount(0)

  await page.route('**/oauth/personal-access-tokens', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'no object' }) : route.fallback(),
  )
  await panel(page, 'Personal access tokens').getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('dialog', { name: 'Create Token' }).getByRole('button', { name: 'Create' }).click()
  await expect(whoops(page).getByRole('listitem')).toHaveText(['Something went wrong. Please try again.'])
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('500')])
})

test('[SET-34] [SET-35] [SET-36] [SET-37] [SET-38] a personal access token is created with chosen scopes and deleted', async ({
  page,
  owner: _,
}) => {
  await page.goto('/settings#/api')
  const list = panel(page, 'Personal access tokens')
  await list.getByRole('button', { name: 'Create New Token' }).click()
  const create = page.getByRole('dialog', { name: 'Create Token' })
  await expect(create.getByRole('button', { name: 'Close' }).last()).toBeVisible()
  await create.getByLabel('Name').fill('Laptop')
  await create.getByRole('checkbox', { name: 'View clients' }).check()
  await expectAccessible(page)
  await create.getByRole('button', { name: 'Create' }).click()

  const shown = page.getByRole('dialog', { name: 'Personal Access Token' })
  const text = (await shown.locator('code').textContent()) ?? ''
  // The list below the dialog, before anybody uses the token.
  await expect(page.getByText(/1 scope, no known use, expires/)).toBeVisible()
  const script = { headers: { authorization: `Bearer ${text}` } }
  expect((await page.request.get('/api/clients', script)).status()).toBe(200)
  expect((await page.request.get('/api/sites', script)).status()).toBe(403)
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await expect(list.getByText('Laptop')).toBeVisible()
  await page.reload()
  await expect(list.getByText(/1 scope, last used .+:00 [AP]M, expires/)).toBeVisible()
  await list.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(list.getByText('Laptop')).toHaveCount(0)
  expect((await page.request.get('/api/clients', script)).status()).toBe(401)
})

test('[SET-39] [SET-40] a new personal access token is shown this once', async ({ page, owner: _ }) => {
  await page.goto('/settings#/api')
  const list = panel(page, 'Personal access tokens')
  await expect(list.getByText('You have not created any personal access tokens.')).toBeVisible()
  await list.getByRole('button', { name: 'Create New Token' }).click()
  const create = page.getByRole('dialog', { name: 'Create Token' })
  await create.getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Personal Access Token' })
  await expect(shown.getByText("This is the only time it will be shown so don't lose it!")).toBeVisible()
  const text = (await shown.locator('code').textContent()) ?? ''
  expect(text).toMatch(/^slp_[\w-]{43}$/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await page.reload()
  await expect(list.getByText('Laptop')).toBeVisible()
  await expect(page.getByText(text)).toHaveCount(0)
})

test('[SET-46] authorized applications are listed with their scopes and revoked', async ({
  page,
  context,
  owner: _,
}) => {
  await page.goto('/settings#/api')
  const list = panel(page, 'Authorized applications')
  await expect(list.getByText('You have not authorized any applications.')).toBeVisible()
  await authorizeApp(context, await newApp(context, { name: 'Rounds' }))
  await page.reload()

  const row = page
    .getByRole('table', { name: 'Authorized applications' })
    .getByRole('row')
    .filter({ hasText: 'Rounds' })
  await expect(row).toContainText('View clients, Create sites, Update sites')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Yes, Revoke' }).click()
  await expect(list.getByText('You have not authorized any applications.')).toBeVisible()
})
