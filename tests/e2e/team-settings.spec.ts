import { expectAccessible } from './support/accessibility.ts'
import { newPlan } from './support/documents.ts'
import { addMember, teamOf, turnOnSecondFactor } from './support/members.ts'
import { panel } from './support/pages.ts'
import { newPerson, post } from './support/people.ts'
import { expect, test } from './support/test.ts'

const sorry = 'Something went wrong. Please try again or contact customer support.'

test('[SET-23] [SET-24] [VAL2-06] [ROLE-01] [ROLE-02] [ERR2-03] [ERR2-06] [ERR2-13] a team gets another name and a photo, and roles of the server; what is refused stands under its field, and no detail of a failure shows', async ({
  page,
  context,
  complaints,
  owner,
}) => {
  const guest = newPerson()
  await post(context, `/settings/teams/${(await teamOf(context)).id}/invitations`, { email: guest.email })
  const known = await (await context.request.get('/settings/teams/roles')).json()
  await page.route('**/settings/teams/roles', (route) =>
    route.fulfill({ json: [...known, { value: 'inspector', text: 'Site Inspector' }] }),
  )
  await page.goto('/settings#/teams')
  await panel(page, 'Current teams').getByRole('link', { name: 'Settings' }).click()
  const form = panel(page, 'Team name')
  const name = form.getByLabel('Team name')
  await expect(name).toHaveValue(owner.team)
  await name.fill(' ')
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(name).toHaveAccessibleDescription('The name field is required.')
  await name.fill('South Harbour')
  const failing = '**/settings/teams/*/name'
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { message: 'SQLITE_BUSY' } }))
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(form.getByRole('alert')).toHaveText(sorry)
  await page.unroute(failing)
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('button', { name: 'Team South Harbour' })).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)

  const photo = panel(page, 'Team photo')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/photo')) sent.push(request.method())
  })
  await photo.getByRole('button', { name: 'Update photo' }).click()
  expect(sent).toEqual([])
  await photo.getByLabel('Photo').setInputFiles(await newPlan('team.png'))
  await expect(photo.locator('img')).toHaveAttribute('src', /^blob:/)
  await photo.getByRole('button', { name: 'Update photo' }).click()
  await expect(photo.locator('img')).toHaveAttribute('src', /^\/photos\//)
  expect(sent).toEqual(['POST'])

  await page.getByRole('tab', { name: 'Members' }).click()
  const row = page.getByRole('row', { name: owner.name })
  await expect(row.getByRole('cell', { name: 'Owner', exact: true })).toBeVisible()
  const roles = panel(page, 'Send invitation').getByLabel('Role').getByRole('option')
  await expect(roles).toHaveText(['Admin', 'Editor', 'Member', 'Auditor', 'Site Inspector'])
  const resend = '**/settings/invitations/*/resend'
  await page.route(resend, (route) => route.fulfill({ status: 500, json: { message: 'ECONNREFUSED' } }))
  await panel(page, 'Pending invitations').getByRole('button', { name: 'Resend' }).click()
  const told = page.getByRole('dialog', { name: 'Sorry, An Error Occurred!' })
  await expect(told).toContainText(sorry)
  await expect(told).not.toContainText('ECONNREFUSED')
  const refused = ['422', '500', '500'].map((status) => expect.stringContaining(status))
  expect(complaints.splice(0)).toEqual(refused)
})

test('a team asks for a second factor, and a member works on once theirs is on; who does not own it sees nothing of its billing', async ({
  page,
  context,
  browser,
  owner: _,
}) => {
  await turnOnSecondFactor(context)
  const team = await teamOf(context)
  const max = await addMember(browser, context, { role: 'admin' })
  const theirs = await max.context.newPage()
  await theirs.goto(`/settings/teams/${team.id}#/subscription`)
  await expect(theirs.getByRole('tab')).toHaveText(['Profile', 'Members', 'Fields'])

  await page.goto(`/settings/teams/${team.id}`)
  const form = panel(page, 'Two-factor authentication')
  await form.getByLabel('Ask all members for two-factor authentication').check()
  await form.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The setting has been updated.')).toBeVisible()
  await theirs.goto('/dashboard')
  await expect(theirs.getByText(`The team ${team.name} asks for it`)).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: 'Go to your security settings' }).click()
  await expect(panel(theirs, 'Two-factor authentication').getByLabel('Phone')).toBeVisible()
  await turnOnSecondFactor(max.context)
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('tab', { name: 'Clients' })).toBeVisible()
  await max.context.close()
})
