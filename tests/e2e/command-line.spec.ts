import { beginLogin, newConfig, siteledgerProcess } from '#tests/support/terminal.ts'
import { panel } from './support/pages.ts'
import { registerThroughApi, sendSignIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[PLAT-12] the command line signs in through the browser, works, and ends with its authorization', async ({
  page,
  baseURL,
  playwright,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const person = await registerThroughApi({ request: elsewhere })
  await elsewhere.dispose()
  const config = newConfig()
  const typed = (...args: string[]) => siteledgerProcess({ SITELEDGER_CONFIG: config }, ...args)

  const { address, finished } = await beginLogin({ url: baseURL ?? '' }, config, '--no-browser')
  await page.goto(address)
  await sendSignIn(page, person)
  await expect(page.getByText('It’s our own app.')).toBeVisible()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByText('The command line has its answer. You can close this window.')).toBeVisible()

  const who = `Signed in at ${baseURL} as ${person.name} (${person.email}), team ${person.team}.\n`
  expect(await finished).toMatchObject({ code: 0, stdout: who })
  expect((await typed('clients', 'add', 'Dockside')).code).toBe(0)

  await page.goto('/settings#/api')
  const app = page
    .getByRole('table', { name: 'Authorized applications' })
    .getByRole('row')
    .filter({ hasText: 'Siteledger command line' })
  await app.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Yes, Revoke' }).click()
  await expect(
    panel(page, 'Authorized applications').getByText('You have not authorized any applications.'),
  ).toBeVisible()

  expect(await typed('clients', 'list')).toMatchObject({
    code: 77,
    stdout: '',
    stderr: 'siteledger: Your sign-in is over. Run: siteledger login\n',
  })
})
