import { authorizeApp, newApp } from '../support/apps.ts'
import { addMember } from '../support/members.ts'
import { panel } from '../support/pages.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { keep, openAnew, test } from '../support/screens.ts'
import { expect } from '../support/test.ts'

test('apps and tokens', async ({ page, context, browser }) => {
  const host = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  await registerThroughApi(host, { name: 'Olga Owner', team: 'Southgate', email: 'olga@apps.southgate.example' })
  const { address } = await newApp(host, { name: 'Rounds on the phone' })
  const ann = await addMember(browser, host, { role: 'editor' }, { email: 'ann@apps.northgate.example' })
  await host.close()
  await ann.context.close()

  await post(context, '/login', ann.person)
  await keep(page, 'authorize', { at: address, button: 'Authorize' })
  await post(context, '/settings/teams', { name: 'Northgate', slug: 'northgate-of-apps' })
  await keep(page, 'authorize-team', { at: address, see: page.getByLabel('Team') })
  const gone = { message: 'This request is over. Please go back to the app and start again.' }
  await page.route('**/oauth/authorize', (route) => route.fulfill({ status: 410, json: gone }))
  await page.getByRole('button', { name: 'Authorize' }).click()
  await keep(page, 'authorize-over', { see: page.getByRole('alert') })
  await keep(page, 'authorize-unknown', { at: '/oauth/authorize?client_id=nobody', see: page.getByRole('alert') })
  await page.unroute('**/oauth/authorize')

  await post(context, '/settings/api/token', { name: 'Import of old records', abilities: ['clients.view', 'import'] })
  await post(context, '/oauth/clients', { name: 'Night watch', redirect: 'https://watch.example/back' })
  const token = await authorizeApp(context, await newApp(context, { name: 'Rounds on the phone' }))
  await context.request.get('/api/clients', { headers: { authorization: `Bearer ${token}` } })
  await openAnew(page, '/settings#/api')
  const tokens = panel(page, 'Personal access tokens')
  await tokens.getByRole('button', { name: 'Create New Token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Laptop')
  await page.getByRole('dialog').getByRole('checkbox', { name: 'View sites' }).check()
  await keep(page, 'personal-token-create')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await keep(page, 'personal-token-created', { see: page.getByRole('dialog', { name: 'Personal Access Token' }) })
  await openAnew(page, '/settings#/api')
  await tokens.getByRole('button', { name: 'Delete' }).waitFor()
  await panel(page, 'Authorized applications').getByRole('button', { name: 'Revoke' }).waitFor()
  await keep(page, 'settings-api', { whole: true })

  await panel(page, 'Authorized applications').getByRole('button', { name: 'Revoke' }).click()
  await keep(page, 'authorized-app-revoke', { button: 'Yes, Revoke' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await panel(page, 'OAuth clients').getByRole('button', { name: 'Create New Client' }).click()
  await keep(page, 'oauth-client-create', { see: page.getByRole('dialog').getByLabel('Name') })
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await keep(page, 'oauth-client-refused', { see: page.getByRole('alert') })
})
