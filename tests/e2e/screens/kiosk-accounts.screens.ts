import type { Announcement } from '#schemas/resources/announcements.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { addFacilities } from '../support/facilities.ts'
import { teamOf, turnOnSecondFactor } from '../support/members.ts'
import { panel } from '../support/pages.ts'
import { enterAsOperator, post, registerThroughApi } from '../support/people.ts'
import { keep, letNotesStay, openAnew } from '../support/screens.ts'
import { expect, type Page, test } from '../support/test.ts'
import { photo } from './papers.ts'

const leaveDialog = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('users and teams as operators see them', async ({ page, context, browser, complaints }) => {
  const theirs = await browser.newContext({ baseURL: process.env.SITELEDGER_URL ?? '' })
  const ann = await registerThroughApi(theirs, { team: 'Northgate', email: 'ann@kiosk.northgate.example' })
  await addFacilities(theirs)
  await turnOnSecondFactor(theirs)
  const { id: userId } = (await (await theirs.request.get('/user/current')).json()) as CurrentUser
  const { id: teamId } = await teamOf(theirs)
  await theirs.close()
  await enterAsOperator(context)

  await openAnew(page, '/spark/kiosk#/users')
  await page.getByText('The newest users').waitFor()
  await keep(page, 'kiosk-users')
  await page.getByLabel('Search users').fill('nobody of this name')
  await page.getByText('No results').waitFor()
  await keep(page, 'kiosk-users-no-results')
  await openAnew(page, '/spark/kiosk#/users/nobody')
  await page.getByText('There is no such user.').waitFor()
  await keep(page, 'kiosk-user-unknown')
  await openAnew(page, `/spark/kiosk#/users/${userId}`)
  await panel(page, 'History').getByRole('list').waitFor()
  await keep(page, 'kiosk-user', { whole: true })
  await page.getByRole('button', { name: 'Impersonate with a reason' }).click()
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
  await keep(page, 'kiosk-impersonate')
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Add discount' }).click()
  const discount = page.getByRole('dialog', { name: `Discount for ${ann.name}` })
  await discount.getByLabel('Duration').selectOption('Some months')
  await discount.getByRole('button', { name: 'Add Discount' }).click()
  await discount.getByText('The months field is required.').waitFor()
  await keep(page, 'kiosk-discount')
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Two-factor reset code' }).click()
  await page.getByRole('button', { name: 'Give out a new code' }).click()
  await page.getByRole('dialog').locator('code').waitFor()
  await keep(page, 'kiosk-reset-code')

  await openAnew(page, '/spark/kiosk#/teams')
  await page.getByText('The newest teams').waitFor()
  await keep(page, 'kiosk-teams')
  await openAnew(page, `/spark/kiosk#/teams/${teamId}`)
  await panel(page, 'History').getByRole('list').first().waitFor()
  await keep(page, 'kiosk-team', { whole: true })
  await page.getByRole('button', { name: 'Edit plan' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await keep(page, 'kiosk-edit-plan')
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Change limits' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The reason field is required.').waitFor()
  await keep(page, 'kiosk-limits')
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Delete team' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).waitFor()
  await keep(page, 'kiosk-delete-team')
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await page.getByRole('link', { name: 'Deleted teams' }).click()
  await panel(page, 'Deleted teams').getByText('Northgate').first().waitFor()
  await keep(page, 'kiosk-deleted-teams')
  await page.getByRole('button', { name: 'Restore' }).first().click()
  await page.getByRole('button', { name: 'Yes, Restore' }).waitFor()
  await keep(page, 'kiosk-restore-team')
  complaints.splice(0)
})

test('team invitations and announcements', async ({ page, context, complaints }) => {
  await enterAsOperator(context)
  await letNotesStay(page)
  await openAnew(page, '/spark/kiosk#/team-invitations')
  const form = panel(page, 'Send team invitation')
  await form.getByLabel('Logo').setInputFiles(await photo('Southgate.jpg', '#e3c89a', [300, 300]))
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await form.getByText('Please choose the logo again.').waitFor()
  await keep(page, 'kiosk-invitation-refused', { whole: true })
  await form.getByLabel('Email').fill('gus@kiosk.southgate.example')
  await form.getByLabel('Name', { exact: true }).fill('Gus Guest')
  await form.getByLabel('Team Name').fill('Southgate Estates')
  await form.getByLabel('Logo').setInputFiles(await photo('Southgate.jpg', '#e3c89a', [300, 300]))
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await page.getByRole('heading', { name: 'Team Invitation Sent' }).waitFor()
  await keep(page, 'kiosk-invitation-sent')
  await leaveDialog(page)
  await keep(page, 'kiosk-invitations', { whole: true })

  await openAnew(page, '/spark/kiosk#/announcements')
  await page.getByText('Nothing has been announced yet.').waitFor()
  await keep(page, 'kiosk-announcements-empty')
  const body = 'On Sunday from six to seven we move to **new machines**:\n\n- uploads wait\n- nothing is lost'
  const action = { action_text: 'Read more', action_url: '/terms' }
  const { id } = (await post(context, '/spark/kiosk/announcements', { body, ...action })) as Announcement
  await openAnew(page, '/spark/kiosk#/announcements')
  await page.getByText('new machines').waitFor()
  await keep(page, 'kiosk-announcements')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await keep(page, 'kiosk-announcement-edit')
  await leaveDialog(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).waitFor()
  await keep(page, 'kiosk-announcement-delete')
  // Everybody of this run would be told.
  const headers = { origin: process.env.SITELEDGER_URL ?? '' }
  await context.request.delete(`/spark/kiosk/announcements/${id}`, { headers })
  complaints.splice(0)
})
