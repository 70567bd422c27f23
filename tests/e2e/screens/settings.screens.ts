import { authenticator } from '#tests/support/second-factors.ts'
import { addFacilities } from '../support/facilities.ts'
import { teamOf } from '../support/members.ts'
import { panel } from '../support/pages.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { keep, leaveDialog, openAnew, test } from '../support/screens.ts'
import { expect } from '../support/test.ts'
import { photo } from './papers.ts'

test('settings of a user', async ({ page, context, browser }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@settings.northgate.example' })
  const { client } = await addFacilities(context)
  const host = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  await registerThroughApi(host, {
    name: 'Hal Host',
    team: 'Southgate Estates',
    email: 'hal@settings.southgate.example',
  })
  const invite = async (limits: object) =>
    post(host, `/settings/teams/${(await teamOf(host)).id}/invitations`, {
      email: 'ann@settings.northgate.example',
      ...limits,
    })
  await invite({ role: 'editor' })

  await openAnew(page, '/settings')
  await keep(page, 'settings-profile', { see: panel(page, 'Contact information').getByLabel('Name'), whole: true })
  const picture = page.getByLabel('Photo', { exact: true })
  await picture.setInputFiles(await photo('At the quay.jpg', '#9cc4d8', [900, 600]))
  await keep(page, 'profile-photo-chosen', { button: 'Choose another' })
  await page.getByRole('button', { name: 'Update photo' }).click()
  await expect(page.locator('form img')).toHaveAttribute('src', /^\/photos\//)
  await keep(page, 'profile-photo')
  // As if the address were not proven yet (D-99).
  await page.route('**/settings/invitations/pending', async (route) => {
    const answer = await route.fetch()
    const json = ((await answer.json()) as object[]).map((each) => ({ ...each, team_name: null }))
    await route.fulfill({ response: answer, json })
  })
  await openAnew(page, '/settings#/teams')
  await panel(page, 'Invitations for you').getByRole('button', { name: 'Send me the link' }).waitFor()
  await keep(page, 'invitation-of-unproven-address')
  await page.unroute('**/settings/invitations/pending')
  await openAnew(page, '/settings#/teams')
  await panel(page, 'Invitations for you').getByRole('button', { name: 'Accept' }).waitFor()
  await keep(page, 'settings-teams')
  await panel(page, 'Invitations for you').getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await keep(page, 'team-leave', { button: 'Yes, Leave', leave: true })
  await page.getByRole('button', { name: /^Team / }).click()
  await keep(page, 'team-menu', { see: page.getByRole('menuitem', { name: 'Team settings' }) })
  await page.keyboard.press('Escape')
  const signOut = page.getByRole('menuitem', { name: 'Sign out' })
  const openMenu = async () => {
    if (await signOut.isVisible()) await page.keyboard.press('Escape')
    await expect(signOut).toHaveCount(0)
    await page.getByRole('button', { name: 'Account of' }).click()
    await signOut.waitFor()
  }
  await keep(page, 'user-menu', { ready: openMenu })
  await keep(page, 'settings-data', { at: '/settings#/data', button: 'Erase Account' })
  await page.getByRole('button', { name: 'Erase Account' }).click()
  await keep(page, 'account-erase', { button: 'Yes, Erase' })
  await host.close()

  await openAnew(page, '/dashboard')
  await page.getByRole('article', { name: client.name }).waitFor()
  await context.clearCookies()
  await page.getByRole('tab', { name: 'Sites' }).click()
  await keep(page, 'session-expired', { see: page.getByRole('dialog', { name: 'Session expired' }) })
})

test('security of an account', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@settings.northgate.example', name: 'Ben Baker' })
  await keep(page, 'settings-security', { at: '/settings#/security', text: 'This browser', whole: true })
  const form = panel(page, 'Change password')
  await form.getByLabel('Current password').fill('wrong')
  await form.getByLabel('New password').fill('short')
  await form.getByLabel('Confirm password').fill('shorter')
  await form.getByRole('button', { name: 'Change password' }).click()
  await keep(page, 'password-refused', { see: form.getByText('The password').first() })

  await openAnew(page, '/settings#/security')
  const second = panel(page, 'Two-factor authentication')
  await second.getByLabel('Phone').fill('7700900123')
  await second.getByLabel('Get codes by').selectOption({ label: 'Text message' })
  await second.getByRole('button', { name: 'Continue' }).click()
  await second.getByText('Type the code that we sent to your phone.').waitFor()
  await keep(page, 'two-factor-by-text', { whole: true })
  await second.getByRole('button', { name: 'Start again' }).click()
  await second.getByLabel('Phone').fill('7700900123')
  await second.getByRole('button', { name: 'Continue' }).click()
  await keep(page, 'two-factor-by-app', { see: second.getByAltText('QR code for your authenticator app'), whole: true })
  const secret = ((await second.getByText('Or type this secret').textContent()) ?? '').split(': ')[1] ?? ''
  const app = authenticator(`otpauth://totp/Siteledger?secret=${secret.replaceAll(' ', '')}`)
  await second.getByLabel('Code', { exact: true }).fill(app.code())
  await second.getByRole('button', { name: 'Turn on' }).click()
  await second.getByText('Two-factor authentication is on').waitFor()
  await second.scrollIntoViewIfNeeded()
  await keep(page, 'two-factor-on')
})

test('tokens for scripts', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'cat@settings.northgate.example' })
  await openAnew(page, '/settings#/api')
  const form = panel(page, 'Create API token')
  await keep(page, 'settings-api-empty', { text: 'No API tokens have been created yet.', whole: true })
  await form.getByLabel('Token name').fill('Import of old records')
  // As if the password had been given long ago (D-100).
  const asked = { status: 403, json: { message: 'Please confirm your password.', confirm: true } }
  await page.route('**/settings/api/token', (route) => route.fulfill(asked), { times: 1 })
  await form.getByRole('button', { name: 'Create Token' }).click()
  await keep(page, 'confirm-password', { see: page.getByRole('dialog', { name: 'Confirm your password' }) })
  await leaveDialog(page)
  await form.getByRole('button', { name: 'Create Token' }).click()
  await keep(page, 'token-created', { button: 'Copy Token', leave: true })
  const list = panel(page, 'API tokens')
  await list.getByRole('button', { name: 'Edit' }).click()
  await keep(page, 'token-edit', { button: 'Update Token', leave: true })
  await list.getByRole('button', { name: 'Delete' }).click()
  await keep(page, 'token-delete', { button: 'Yes, Delete' })
})
