import { randomInt } from 'node:crypto'
import { authenticator } from '#tests/support/second-factors.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPlan } from './support/documents.ts'
import { textedCode } from './support/mails.ts'
import { panel } from './support/pages.ts'
import { sendSignIn, signIn, signOut } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const settings = async (page: Page, tab: string): Promise<void> => {
  await page.goto('/settings')
  await page.getByRole('tab', { name: tab }).click()
}

test('[SET-03] [SET-04] [SET-05] [SET-06] [SET-07] [VAL2-01] [VAL2-02] [VAL2-07] [STATE2-49] [STATE2-50] [STATE2-51] name, photo and password change, errors show under their fields until a new attempt, and the address keeps the tab', async ({
  page,
  complaints,
  owner,
}) => {
  await settings(page, 'Security')
  await expect(page).toHaveURL(/\/settings#\/security$/)
  const change = panel(page, 'Change password')
  const fill = async (current: string, next: string) => {
    await change.getByLabel('Current password').fill(current)
    await change.getByLabel('New password').fill(next)
    await change.getByLabel('Confirm password').fill(next)
    await change.getByRole('button', { name: 'Change password' }).click()
  }
  const wrong = 'The given password does not match our records.'
  await fill('wrong', 'another horse 8')
  await expect(change.getByLabel('Current password')).toHaveAccessibleDescription(wrong)
  await expect(change.getByLabel('Current password')).toBeFocused()
  await fill(owner.password, 'another horse 8')
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expect(change.getByText(wrong)).toHaveCount(0)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await page.goBack()
  const contact = panel(page, 'Contact information')
  await contact.getByLabel('Name').fill('Ann Walker')
  await page.route('**/settings/contact', async (route) => {
    await expect(contact.getByRole('button', { name: 'Updating' })).toBeDisabled()
    await route.continue()
  })
  await contact.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Your contact information has been updated.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Ann Walker' })).toBeVisible()

  const form = panel(page, 'Profile photo')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/settings/photo')) sent.push(request.method())
  })
  await form.getByRole('button', { name: 'Update photo' }).click()
  expect(sent).toEqual([])
  const photo = await newPlan('me.png')
  await form.getByLabel('Photo').setInputFiles(photo)
  await expect(form.locator('img')).toHaveAttribute('src', /^blob:/)
  await form.getByRole('button', { name: 'Update photo' }).click()
  await expect(form.locator('img')).toHaveAttribute('src', /^\/photos\//)
  expect(sent).toEqual(['POST'])
  await form.getByLabel('Photo').setInputFiles({ ...photo, name: 'me.pdf', mimeType: 'application/pdf' })
  await expect(form.getByRole('alert')).toHaveText('Invalid file type.')
  await expectAccessible(page)
})

test('[SET-08] [SET-09] [SET-10] a second factor by app or by text message is set up, asked for at sign-in, and turned off', async ({
  page,
  owner,
}) => {
  await settings(page, 'Security')
  const form = panel(page, 'Two-factor authentication')
  const warning = form.getByRole('status').filter({ hasText: 'An authenticator app is safer' })
  await form.getByLabel('Phone').fill('7700900123')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByAltText('QR code for your authenticator app')).toBeVisible()
  await expectAccessible(page)
  const secret = ((await form.getByText('Or type this secret').textContent()) ?? '').split(': ')[1] ?? ''
  const app = authenticator(`otpauth://totp/Siteledger?secret=${secret.replaceAll(' ', '')}`)
  await form.getByLabel('Code', { exact: true }).fill(app.code())
  await form.getByRole('button', { name: 'Turn on' }).click()
  await expect(form.getByText('Two-factor authentication is on, by an authenticator app.')).toBeVisible()
  await form.getByRole('button', { name: 'Turn two-factor authentication off' }).click()

  const phone = `77009${randomInt(10_000, 100_000)}`
  await expect(form.getByLabel('Get codes by')).toHaveValue('app')
  await expect(warning).toBeHidden()
  await form.getByLabel('Get codes by').selectOption({ label: 'Text message' })
  await expect(warning).toBeVisible()
  await form.getByLabel('Phone').fill(phone)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByText('Type the code that we sent to your phone.')).toBeVisible()
  await form.getByLabel('Code', { exact: true }).fill(await textedCode(`+44${phone}`, 1))
  await form.getByRole('button', { name: 'Turn on' }).click()
  await expect(form.getByText('Two-factor authentication is on')).toBeVisible()
  await signOut(page)
  await sendSignIn(page, owner)
  await expect(page.getByText('Type the code from the text message.')).toBeVisible()
  await expectAccessible(page)
  const first = await textedCode(`+44${phone}`, 2)
  await page.getByRole('button', { name: 'Send another code' }).click()
  const second = await textedCode(`+44${phone}`, 3)
  expect(second).not.toBe(first)
  await page.getByLabel('Code').fill(second)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('[NOTE-05] [ERR2-01] a session that is over is said to be so, and signing in again leads back; signing out everywhere ends the other browser', async ({
  page,
  context,
  browser,
  complaints,
  owner,
}) => {
  await settings(page, 'Security')
  await expect(page.getByText('This browser')).toBeVisible()
  await panel(page, 'Two-factor authentication').getByLabel('Phone').fill('7700900123')
  // Whatever else the page asks for may learn of it first; then nothing can be pressed any more.
  await page.route('**/settings/two-factor-auth', async (route) => {
    await context.clearCookies()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  const dialog = page.getByRole('dialog', { name: 'Session expired' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('Unauthenticated.')).toHaveCount(0)
  const arrived = Promise.withResolvers<void>()
  await page.route('**/login-page-*.js', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/login-page-*.js')
  await dialog.getByRole('button', { name: 'Go to sign in' }).click()
  await asked
  // The tab with another field for an address must not come up on the way.
  // A page that takes its time is covered by the notice that it loads.
  await expect(page.getByRole('tab', { name: 'Security', selected: true, includeHidden: true })).toBeAttached()
  await expect(page.getByLabel('Email')).toHaveCount(0)
  arrived.resolve()
  await sendSignIn(page, owner)
  await expect(page).toHaveURL(/\/settings#\/security$/)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await signIn(other, owner)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await other.goto('/settings')
  await expect(other.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await elsewhere.close()
  expect(complaints.splice(0).every((complaint) => complaint.includes('401'))).toBe(true)
})
