import type { Announcement } from '#schemas/resources/announcements.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { addFacilities } from '../support/facilities.ts'
import { teamOf, turnOnSecondFactor } from '../support/members.ts'
import { panel } from '../support/pages.ts'
import { enterAsOperator, post, registerThroughApi, remove } from '../support/people.ts'
import { keep, letNotesStay, openAnew, test } from '../support/screens.ts'
import { expect, type Page } from '../support/test.ts'
import { photo } from './papers.ts'

const leaveDialog = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('users and teams as operators see them', async ({ page, context, browser }) => {
  const theirs = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  const ann = await registerThroughApi(theirs, { team: 'Northgate', email: 'ann@kiosk.northgate.example' })
  await addFacilities(theirs)
  await turnOnSecondFactor(theirs)
  const { id: userId } = (await (await theirs.request.get('/user/current')).json()) as CurrentUser
  const { id: teamId } = await teamOf(theirs)
  await theirs.close()
  await enterAsOperator(context)

  await keep(page, 'kiosk-users', { at: '/spark/kiosk#/users', text: 'The newest users' })
  await page.getByLabel('Search users').fill('nobody of this name')
  await keep(page, 'kiosk-users-no-results', { text: 'No results' })
  await keep(page, 'kiosk-user-unknown', { at: '/spark/kiosk#/users/nobody', text: 'There is no such user.' })
  await openAnew(page, `/spark/kiosk#/users/${userId}`)
  await keep(page, 'kiosk-user', { see: panel(page, 'History').getByRole('list'), whole: true })
  await page.getByRole('button', { name: 'Impersonate with a reason' }).click()
  await keep(page, 'kiosk-impersonate', { see: page.getByRole('dialog').getByLabel('Reason') })
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Add discount' }).click()
  const discount = page.getByRole('dialog', { name: `Discount for ${ann.name}` })
  await discount.getByLabel('Duration').selectOption('Some months')
  await discount.getByRole('button', { name: 'Add Discount' }).click()
  await keep(page, 'kiosk-discount', { see: discount.getByText('The months field is required.') })
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Two-factor reset code' }).click()
  await page.getByRole('button', { name: 'Give out a new code' }).click()
  await keep(page, 'kiosk-reset-code', { see: page.getByRole('dialog').locator('code') })

  await keep(page, 'kiosk-teams', { at: '/spark/kiosk#/teams', text: 'The newest teams' })
  await openAnew(page, `/spark/kiosk#/teams/${teamId}`)
  await keep(page, 'kiosk-team', { see: panel(page, 'History').getByRole('list').first(), whole: true })
  await page.getByRole('button', { name: 'Edit plan' }).click()
  await keep(page, 'kiosk-edit-plan', { button: 'Save' })
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Change limits' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await keep(page, 'kiosk-limits', { text: 'The reason field is required.' })
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Delete team' }).click()
  await keep(page, 'kiosk-delete-team', { button: 'Yes, Delete' })
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await page.getByRole('link', { name: 'Deleted teams' }).click()
  await keep(page, 'kiosk-deleted-teams', { see: panel(page, 'Deleted teams').getByText('Northgate').first() })
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await keep(page, 'kiosk-restore-team', { button: 'Yes, Restore' })
})

test('team invitations and announcements', async ({ page, context }) => {
  await enterAsOperator(context)
  await letNotesStay(page)
  await openAnew(page, '/spark/kiosk#/team-invitations')
  const form = panel(page, 'Send team invitation')
  await form.getByLabel('Logo').setInputFiles(await photo('Southgate.jpg', '#e3c89a', [300, 300]))
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await keep(page, 'kiosk-invitation-refused', { see: form.getByText('Please choose the logo again.'), whole: true })
  await form.getByLabel('Email').fill('gus@kiosk.southgate.example')
  await form.getByLabel('Name', { exact: true }).fill('Gus Guest')
  await form.getByLabel('Team Name').fill('Southgate Estates')
  await form.getByLabel('Logo').setInputFiles(await photo('Southgate.jpg', '#e3c89a', [300, 300]))
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await keep(page, 'kiosk-invitation-sent', { see: page.getByRole('heading', { name: 'Team Invitation Sent' }) })
  await leaveDialog(page)
  await keep(page, 'kiosk-invitations', { whole: true })

  await openAnew(page, '/spark/kiosk#/announcements')
  await keep(page, 'kiosk-announcements-empty', { text: 'Nothing has been announced yet.' })
  const body = 'On Sunday from six to seven we move to **new machines**:\n\n- uploads wait\n- nothing is lost'
  const action = { action_text: 'Read more', action_url: '/terms' }
  const { id } = (await post(context, '/spark/kiosk/announcements', { body, ...action })) as Announcement
  await keep(page, 'kiosk-announcements', { at: '/spark/kiosk#/announcements', text: 'new machines' })
  await page.getByRole('button', { name: 'Edit' }).click()
  await keep(page, 'kiosk-announcement-edit', { button: 'Save' })
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await keep(page, 'kiosk-announcement-delete', { button: 'Yes, Delete' })
  // Everybody of this run would be told.
  await remove(context, `/spark/kiosk/announcements/${id}`)
})
