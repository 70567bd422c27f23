import { expectAccessible } from './support/accessibility.ts'
import { appRedirect, newApp } from './support/apps.ts'
import { registerThroughApi } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** The first call is answered as it would be ten minutes later: the password was not given lately (D-100). */
const asksForPasswordFirst = { status: 403, json: { message: 'Please confirm your password.', confirm: true } }

test('[D-100] the password is asked for before a new API token, and then the token is made', async ({
  page,
  context,
  complaints,
}) => {
  const ann = await registerThroughApi(context)
  let isFirst = true
  await page.route('**/settings/api/token', async (route) => {
    if (isFirst) await route.fulfill(asksForPasswordFirst)
    else await route.continue()
    isFirst = false
  })
  await page.goto('/settings#/api')
  await page.getByLabel('Token name').fill('Backup')
  await expect(page.getByLabel('Expires')).toHaveValue('90')
  await page.getByRole('button', { name: 'Create Token' }).click()

  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The given password does not match our records.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(ann.password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()

  await expect(dialog).toBeHidden()
  await expect(page.getByText(/sl_[0-9a-f]{64}/)).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403'), expect.stringContaining('422')])
})

test('[D-100] [D-115] the password is asked for before an app is authorized, and then the app gets its code @phone', async ({
  page,
  context,
  complaints,
}) => {
  const ann = await registerThroughApi(context)
  const { address } = await newApp(context)
  await page.route(`${appRedirect}**`, (route) => route.fulfill({ body: 'The app', contentType: 'text/plain' }))
  let isFirst = true
  await page.route('**/oauth/authorize', async (route) => {
    const isAsked = isFirst && route.request().method() === 'POST'
    if (isAsked) await route.fulfill(asksForPasswordFirst)
    else await route.continue()
    isFirst &&= !isAsked
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Authorize' }).click()

  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(ann.password)
  await page.keyboard.press('Enter')

  await page.waitForURL((url) => url.hostname === 'phone.example')
  expect(new URL(page.url()).searchParams.get('code')).toMatch(/^slc_/)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
})

test('cancelling the question keeps what was typed, and says why nothing happened', async ({
  page,
  context,
  complaints,
}) => {
  await registerThroughApi(context)
  await page.route('**/settings/api/token', (route) => route.fulfill(asksForPasswordFirst))
  await page.goto('/settings#/api')
  await page.getByLabel('Token name').fill('Backup')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await page.getByRole('dialog', { name: 'Confirm your password' }).getByLabel('Close').click()

  await expect(page.getByText('Please confirm your password.')).toBeVisible()
  await expect(page.getByLabel('Token name')).toHaveValue('Backup')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
})
