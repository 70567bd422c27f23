import type { BrowserContext, Locator } from '@playwright/test'
import type { Team } from '#schemas/resources/teams.ts'
import { expectAccessible } from './support/accessibility.ts'
import { watchFor } from './support/pages.ts'
import { enterAsOperator, post, registerThroughApi } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** The bell in the head of the page, by whether its dot shows. */
const bell = (page: Page, state: 'unread' | 'read'): Locator =>
  page.getByRole('button', { name: state === 'unread' ? 'Notifications, some unread' : 'Notifications', exact: true })

const openNews = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const dialog = page.getByRole('dialog', { name: "What's new" })
  await expect(dialog.getByRole('tab', { name: 'Notifications' })).toHaveAttribute('aria-selected', 'true')
  return dialog
}

const close = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
}

/** Somebody in a context of their own invites an address to their team. */
const inviteFrom = async (elsewhere: BrowserContext, email: string): Promise<string> => {
  const { team } = await registerThroughApi(elsewhere)
  const { id } = (await (await elsewhere.request.get('/teams/current')).json()) as Team
  await post(elsewhere, `/settings/teams/${id}/invitations`, { email })
  return team
}

test('[NOTE-01] [NOTE-02] [NOTE-04] [ERR2-18] [CONST2-04] [PLAT-14] news comes by itself, opening the dialog reads all of it, and support is written to from beside it', async ({
  page,
  browser,
  owner,
}) => {
  await page.goto('/dashboard')
  await expect(bell(page, 'read')).toBeVisible()
  const inviters = [await browser.newContext(), await browser.newContext()]
  const teams: string[] = []
  for (const inviter of inviters) teams.push(await inviteFrom(inviter, owner.email))
  await expect(bell(page, 'unread')).toBeVisible()
  const news = await openNews(page)
  await expect(news.getByRole('tab')).toHaveText(['Notifications', 'Announcements'])
  for (const team of teams) await expect(news.getByText(`invited you to the team ${team}.`)).toBeVisible()
  await expect(news.getByText('New', { exact: true })).toHaveCount(2)
  await expectAccessible(page)
  await close(news)
  await expect(bell(page, 'read')).toBeVisible()
  await page.reload()
  await expect(bell(page, 'read')).toBeVisible()
  for (const inviter of inviters) await inviter.close()

  await page.getByRole('button', { name: 'Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Support' })
  await expect(dialog.getByLabel('From')).toHaveValue(owner.email)
  await expectAccessible(page)
  await dialog.getByLabel('Subject').fill('A certificate')
  await dialog.getByLabel('Message').fill('How do I put a certificate away?')
  const received = await watchFor(page, 'Got It!', 'We have received your message and will respond soon!')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await received()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Support' }).click()
  await expect(dialog.getByLabel('Message')).toHaveValue('')
})

test('[NOTE-01] [NOTE-03] [STATE2-35] [PLAT-16] [KIOSK-15] [KIOSK-16] [KIOSK-17] operators create, edit and delete an announcement, which counts as read once its tab was looked at', async ({
  page,
  browser,
  complaints,
  owner: _,
}) => {
  const platform = await browser.newContext({ reducedMotion: 'reduce' })
  await enterAsOperator(platform)
  const kiosk = await platform.newPage()
  await kiosk.goto('/spark/kiosk#/announcements')
  await kiosk.getByRole('button', { name: 'Create Announcement' }).click()
  const creating = kiosk.getByRole('dialog', { name: 'Create announcement' })
  await creating.getByLabel('Announcement').fill('On Sunday we move to **new machines**.')
  await creating.getByLabel('Action Button Text').fill('Read more')
  await creating.getByRole('button', { name: 'Create Announcement' }).click()
  await expect(creating.getByText('The action url field is required when there is an action text.')).toBeVisible()
  await expectAccessible(kiosk)
  await creating.getByLabel('Action Button URL').fill('/terms')
  await creating.getByRole('button', { name: 'Create Announcement' }).click()
  await expect(creating).toBeHidden()
  const entry = kiosk.getByRole('list', { name: 'Announcements' }).getByRole('listitem')
  await expect(entry).toContainText('On Sunday we move to new machines.')
  await expect(entry).toContainText('Button “Read more” to /terms')
  await expectAccessible(kiosk)

  await page.goto('/dashboard')
  await close(await openNews(page))
  await expect(bell(page, 'unread')).toBeVisible()
  const dialog = await openNews(page)
  await dialog.getByRole('tab', { name: 'Announcements' }).click()
  await expect(dialog.getByText('On Sunday we move to new machines.')).toBeVisible()
  await expectAccessible(page)
  await close(dialog)
  await expect(bell(page, 'read')).toBeVisible()
  await page.reload()
  await expect(bell(page, 'read')).toBeVisible()

  await entry.getByRole('button', { name: 'Edit' }).click()
  const editing = kiosk.getByRole('dialog', { name: 'Edit announcement' })
  await expect(editing.getByLabel('Announcement')).toHaveValue('On Sunday we move to **new machines**.')
  await editing.getByLabel('Announcement').fill('We have **news** now.')
  await editing.getByLabel('Action Button Text').fill('')
  await editing.getByLabel('Action Button URL').fill('')
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(editing).toBeHidden()
  await expect(entry).toContainText('We have news now.')
  await expect(entry).not.toContainText('Button')
  // Everybody of this run is told until it is deleted.
  await entry.getByRole('button', { name: 'Delete' }).click()
  const deleting = kiosk.getByRole('dialog', { name: 'Delete announcement' })
  await deleting.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(deleting).toBeHidden()
  await expect(kiosk.getByText('Nothing has been announced yet.')).toBeVisible()
  await platform.close()
  expect(complaints).toEqual([])
})
