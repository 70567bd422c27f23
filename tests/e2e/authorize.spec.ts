import { expectAccessible } from './support/accessibility.ts'
import { appRedirect, exchange, newApp } from './support/apps.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** An app at whose redirect a page waits. */
const waitingApp = async (page: Page) => {
  await page.route(`${appRedirect}**`, (route) => route.fulfill({ body: 'The app', contentType: 'text/plain' }))
  return newApp(page.context())
}

const answerOf = async (page: Page) => {
  await page.waitForURL((url) => url.hostname === 'phone.example')
  return new URL(page.url()).searchParams
}

test('[PLAT-12] a user is told who asks for what, authorizes by key, and the app calls in their name @phone', async ({
  page,
  owner,
}) => {
  const { id, verifier, address } = await waitingApp(page)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Authorize Phone', level: 1 })).toBeVisible()
  await expect(page.locator('strong').filter({ hasText: 'phone.example' })).toBeVisible()
  const allowed = page.getByRole('list', { name: 'What the app may do' })
  await expect(allowed.getByRole('listitem')).toHaveText(['See clients', 'Add and change sites'])
  await expect(page.getByText(`Signed in as ${owner.name} (${owner.email}).`)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  await page.getByRole('button', { name: 'Authorize' }).focus()
  await page.keyboard.press('Enter')
  const answer = await answerOf(page)

  expect(answer.get('state')).toBe('xyz')
  const token = await exchange(page.context(), { id, verifier, code: answer.get('code') ?? '' })
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/api/clients', { headers })).status()).toBe(200)
})

test('a user refuses, is told of a question of another session, and comes back after signing in as somebody else', async ({
  page,
  complaints,
  owner,
}) => {
  const { address } = await waitingApp(page)
  await page.goto(address)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await answerOf(page)).get('error')).toBe('access_denied')

  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeVisible()
  await post(page.context(), '/login', { email: owner.email, password: owner.password })
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByRole('alert')).toContainText('This request was made in another session.')
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])

  await page.getByRole('button', { name: 'Not you?' }).click()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Authorize Phone', level: 1 })).toBeVisible()
})

test('an app that is not known is shown to be none', async ({ page, complaints, owner: _ }) => {
  await page.goto('/oauth/authorize?client_id=nobody')

  await expect(page.getByRole('alert')).toContainText('This app is not known here.')
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('400')])
})
