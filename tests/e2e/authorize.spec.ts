import { expectAccessible } from './support/accessibility.ts'
import { appRedirect, exchange, newApp } from './support/apps.ts'
import { asksForPasswordFirst, sendSignIn } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const answerOf = async (page: Page) => {
  await page.waitForURL((url) => url.hostname === 'phone.example')
  return new URL(page.url()).searchParams
}

test('[PLAT-12] [D-100] [D-115] a user cancels, comes back as somebody who signs in, is told who asks for what, authorizes by key once the password was typed, and the app calls in their name; an app that is not known is said to be', async ({
  page,
  complaints,
  owner,
}) => {
  await page.route(`${appRedirect}**`, (route) => route.fulfill({ body: 'The app', contentType: 'text/plain' }))
  const { id, verifier, address } = await newApp(page.context())
  await page.goto(address)
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect((await answerOf(page)).get('error')).toBe('access_denied')

  let isFirst = true
  await page.route('**/oauth/authorize', async (route) => {
    const isAsked = isFirst && route.request().method() === 'POST'
    if (isAsked) await route.fulfill(asksForPasswordFirst)
    else await route.continue()
    isFirst &&= !isAsked
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Not you?' }).click()
  await sendSignIn(page, owner)
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
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(owner.password)
  await page.keyboard.press('Enter')
  const answer = await answerOf(page)
  expect(answer.get('state')).toBe('xyz')
  const token = await exchange(page.context(), { id, verifier, code: answer.get('code') ?? '' })
  const headers = { authorization: `Bearer ${token}` }
  expect((await page.request.get('/api/clients', { headers })).status()).toBe(200)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])

  await page.goto('/oauth/authorize?client_id=nobody')
  await expect(page.getByRole('alert')).toContainText('This app is not known here.')
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400'), expect.stringContaining('400')])
})
