import { expectAccessible } from './support/accessibility.ts'
import { authorizeApp, newApp } from './support/apps.ts'
import { panel } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const redirect = 'https://example.com/cb'

const whoops = (page: Page) => page.getByRole('alert').filter({ hasText: 'Whoops! Something went wrong!' })

test('[SET-41] [SET-42] [SET-43] [SET-44] [SET-45] [SET-46] [VAL2-12] [VAL2-13] [ERR2-07] [SET-34] [SET-35] [SET-36] [SET-37] [SET-38] [SET-39] [SET-40] [ERR2-08] OAuth clients are created, once what is refused is mended, changed and deleted; the secret shows when asked, authorized applications are revoked, and a personal access token with chosen scopes is shown this once', async ({
  page,
  context,
  complaints,
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
  await create.getByLabel('Redirect URL').fill('http://127.0.0.1:99999/cb')
  await create.getByRole('button', { name: 'Create' }).click()
  await expect(whoops(page).getByRole('listitem')).toHaveText([
    'The name field is required.',
    'The redirect must be a valid URL.',
  ])
  await expect(whoops(page)).toBeFocused()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
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

  await row.getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Client' })
  await expect(edit.getByLabel('Redirect URL')).toHaveValue(redirect)
  await edit.getByLabel('Name').fill('Tablet')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit).toHaveCount(0)
  await table.getByRole('row').filter({ hasText: 'Tablet' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(list.getByText('You have not created any OAuth clients.')).toBeVisible()

  const apps = panel(page, 'Authorized applications')
  await expect(apps.getByText('You have not authorized any applications.')).toBeVisible()
  await authorizeApp(context, await newApp(context, { name: 'Rounds' }))
  await page.reload()

  const app = page
    .getByRole('table', { name: 'Authorized applications' })
    .getByRole('row')
    .filter({ hasText: 'Rounds' })
  await expect(app).toContainText('View clients, Create sites, Update sites')
  await expectAccessible(page)
  await app.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Yes, Revoke' }).click()
  await expect(apps.getByText('You have not authorized any applications.')).toBeVisible()

  const tokens = panel(page, 'Personal access tokens')
  await expect(tokens.getByText('You have not created any personal access tokens.')).toBeVisible()
  await tokens.getByRole('button', { name: 'Create New Token' }).click()
  const ask = page.getByRole('dialog', { name: 'Create Token' })
  await expect(ask.getByRole('button', { name: 'Close' }).last()).toBeVisible()
  const failing = '**/oauth/personal-access-tokens'
  await page.route(failing, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'no object' }) : route.fallback(),
  )
  await ask.getByRole('button', { name: 'Create' }).click()
  await expect(whoops(page).getByRole('listitem')).toHaveText(['Something went wrong. Please try again.'])
  expect(complaints.splice(0)).toEqual([expect.stringContaining('500')])
  await page.unroute(failing)
  await ask.getByRole('checkbox', { name: 'View clients' }).check()
  await ask.getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')

  const shown = page.getByRole('dialog', { name: 'Personal Access Token' })
  await expect(shown.getByText("This is the only time it will be shown so don't lose it!")).toBeVisible()
  const text = (await shown.locator('code').textContent()) ?? ''
  expect(text).toMatch(/^slp_[\w-]{43}$/)
  await expectAccessible(page)
  // The list below the dialog, before anybody uses the token.
  await expect(page.getByText(/1 scope, no known use, expires/)).toBeVisible()
  const script = { headers: { authorization: `Bearer ${text}` } }
  expect((await page.request.get('/api/clients', script)).status()).toBe(200)
  expect((await page.request.get('/api/sites', script)).status()).toBe(403)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
  await page.reload()
  await expect(tokens.getByText('Laptop')).toBeVisible()
  await expect(page.getByText(text)).toHaveCount(0)
  await expect(tokens.getByText(/1 scope, last used .+ [AP]M, expires/)).toBeVisible()
  await tokens.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(tokens.getByText('Laptop')).toHaveCount(0)
  expect((await page.request.get('/api/clients', script)).status()).toBe(401)
})
