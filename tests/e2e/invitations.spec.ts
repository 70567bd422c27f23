import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities } from './support/facilities.ts'
import { mailedLink } from './support/mails.ts'
import { teamOf } from './support/members.ts'
import { addDocument, card, panel, watchFor } from './support/pages.ts'
import { newPerson, post, registerThroughApi } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** Opens the settings of the team that one works in, from the head of the page. */
const openMembers = async (page: Page): Promise<void> => {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Team / }).click()
  await page.getByRole('menuitem', { name: 'Team settings' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page.getByRole('table', { name: 'Team members' })).toBeVisible()
}

/** Accepts the one invitation that a user has. */
const accept = async (page: Page, team: string): Promise<void> => {
  await page.goto('/settings#/teams')
  await panel(page, 'Invitations for you').getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText(`You are now a member of ${team}.`)).toBeVisible()
}

test('[SET-25] [SET-26] [SET-27] [SET-49] [STATE2-27] [ERR2-19] [CONST2-04] an invitation is sent, waits to be accepted, and goes from mail to first upload', async ({
  page,
  context,
  browser,
  owner,
}) => {
  await addFacilities(context)
  const guest = newPerson()
  await openMembers(page)
  await expectAccessible(page)
  const form = panel(page, 'Send invitation')
  await form.getByLabel('Email').fill(guest.email)
  await form.getByLabel('Role').selectOption('Editor')
  const sent = await watchFor(page, 'Invitation Sent')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await sent()
  await expect(form.getByLabel('Email')).toHaveValue('')
  await expect(panel(page, 'Pending invitations').getByText(guest.email)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(await mailedLink(guest.email))
  await expect(other.getByText(`You are invited to join the team ${owner.team}.`)).toBeVisible()
  await expect(other.getByLabel('Email')).toHaveValue(guest.email)
  await other.getByLabel('Name', { exact: true }).fill(guest.name)
  await other.getByLabel('Password', { exact: true }).fill(guest.password)
  await other.getByLabel('Confirm password').fill(guest.password)
  await other.getByLabel('I accept the terms').check()
  await other.getByRole('button', { name: 'Create account' }).click()
  await expect(other.getByRole('button', { name: `Team ${owner.team}` })).toBeVisible()
  await other.goto('/dashboard#/files')
  await panel(other, 'Add a Document').getByLabel('Site').selectOption('Quay House')
  await addDocument(other, await newPdf('Fire certificate.pdf'))
  await expect(card(other, 'Fire certificate')).toBeVisible()
  await elsewhere.close()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Team members' }).getByRole('row')).toHaveCount(3)
  await expect(panel(page, 'Pending invitations').getByText('No pending invitations')).toBeVisible()
})

test('[SET-25] [SET-28] [SET-29] [SET-48] [STATE2-21] [STATE2-30] [STATE2-32] [ROLE-03] [ROLE-07] [ROLE-08] [ROLE-10] a user is invited to one site and sees that alone, gets another role and single abilities, leaves, and another one is removed', async ({
  page,
  context,
  browser,
  owner,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dock House', client_id: client.id })
  const elsewhere = await browser.newContext()
  const third = await browser.newContext()
  const guest = await registerThroughApi(elsewhere)
  await openMembers(page)
  const form = panel(page, 'Send invitation')
  await form.getByLabel('Email').fill(guest.email)
  await form.getByLabel('Client', { exact: true }).selectOption('Harbour Estates')
  await form.getByRole('radio', { name: 'Selected sites' }).check()
  await form.getByRole('checkbox', { name: 'Quay House' }).check()
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(panel(page, 'Pending invitations').getByText(guest.email)).toBeVisible()

  const other = await elsewhere.newPage()
  await accept(other, owner.team)
  await expectAccessible(other)
  await other.getByRole('button', { name: `Team ${guest.team}` }).click()
  await other.getByRole('menuitem', { name: owner.team }).click()
  await other.goto('/dashboard#/sites')
  await expect(card(other, 'Quay House')).toBeVisible()
  await expect(card(other, 'Dock House')).toHaveCount(0)

  await page.reload()
  const row = page.getByRole('row', { name: /Harbour Estates/ })
  await expect(row.getByRole('cell', { name: 'Selected' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Owner/ }).getByRole('cell', { name: 'No', exact: true })).toBeVisible()
  const edit = page.getByRole('button', { name: 'Edit' })
  const dialog = page.getByRole('dialog', { name: /^Edit/ })
  const createFiles = dialog.getByRole('checkbox', { name: 'Create files' })
  await edit.click()
  await createFiles.check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update Member' }).click()
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(createFiles).toBeChecked()
  await dialog.getByLabel('Role').selectOption('Auditor')
  await expect(createFiles).toBeDisabled()
  await expect(dialog.getByLabel('Client', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Update Member' }).click()
  await expect(page.getByRole('cell', { name: 'Auditor' })).toBeVisible()

  await other.goto('/settings#/teams')
  const current = panel(other, 'Current teams').getByRole('listitem')
  await current.filter({ hasText: owner.team }).getByRole('button', { name: 'Leave' }).click()
  await other.getByRole('button', { name: 'Yes, Leave' }).click()
  await expect(other.getByText(`You have left ${owner.team}.`)).toBeVisible()
  await expect(current).toHaveCount(1)

  const { id } = await teamOf(context)
  await post(context, `/settings/teams/${id}/invitations`, { email: (await registerThroughApi(third)).email })
  await accept(await third.newPage(), owner.team)
  await page.reload()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Yes, Remove' }).click()
  await expect(page.getByRole('table', { name: 'Team members' }).getByRole('row')).toHaveCount(2)
  for (const closed of [elsewhere, third]) await closed.close()
})

test('[SET-30] [SET-47] [STATE2-17] [STATE2-33] who deletes their only team is led to create another', async ({
  page,
  complaints,
  owner,
}) => {
  await page.goto('/settings#/teams')
  await panel(page, 'Current teams').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Delete Team' }).click()
  await expect(page.getByText(`Are you sure you want to delete ${owner.team}?`)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('You belong to no team yet.')).toBeVisible()

  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/settings\/create-team$/)
  await expectAccessible(page)
  await page.getByLabel('Team name').fill(`New  ${owner.team}`)
  await expect(page.getByLabel('Team slug')).toHaveValue(`new-${owner.teamSlug}`)
  await page.getByRole('button', { name: 'Create Team' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('button', { name: `Team New ${owner.team}` })).toBeVisible()
  // Who has no team is told so.
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/ 40[34] /)
})
