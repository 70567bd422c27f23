import sharp from 'sharp'
import { addFacilities } from './support/facilities.ts'
import { panel } from './support/pages.ts'
import { newPerson, post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** Opens the settings of the only team that the signed-in user has. */
const openTeamSettings = async (page: Page): Promise<void> => {
  await page.goto('/settings#/teams')
  await panel(page, 'Current teams').getByRole('link', { name: 'Settings' }).click()
}

test('[SET-23] [ERR2-03] [ERR2-06] a team is renamed; what the server refuses stands under the field, and no detail of a failure shows', async ({
  page,
  complaints,
  owner,
}) => {
  await openTeamSettings(page)
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
  await expect(form.getByRole('alert')).toHaveText(
    'Something went wrong. Please try again or contact customer support.',
  )
  await page.unroute(failing)
  await form.getByRole('button', { name: 'Update' }).click()

  await expect(page.getByRole('button', { name: 'Team South Harbour' })).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422'), expect.stringContaining('500')])
})

test('[SET-24] [VAL2-06] a team’s photo is previewed, sent only once one is chosen, and shown as soon as it is ready', async ({
  page,
  owner: _,
}) => {
  await openTeamSettings(page)
  const form = panel(page, 'Team photo')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/photo')) sent.push(request.method())
  })
  await form.getByRole('button', { name: 'Update photo' }).click()
  expect(sent).toEqual([])

  const buffer = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#c05030' } })
    .png()
    .toBuffer()
  await form.getByLabel('Photo').setInputFiles({ name: 'team.png', mimeType: 'image/png', buffer })
  await expect(form.locator('img')).toHaveAttribute('src', /^blob:/)
  await form.getByRole('button', { name: 'Update photo' }).click()

  await expect(form.locator('img')).toHaveAttribute('src', /^\/photos\//)
  expect(sent).toEqual(['POST'])
})

test('[ROLE-01] [ROLE-02] [ERR2-13] roles come from the server with their labels, and an invitation that cannot be sent again says so', async ({
  page,
  context,
  complaints,
  owner,
}) => {
  const guest = newPerson()
  const team = await (await context.request.get('/teams/current')).json()
  await post(context, `/settings/teams/${team.id}/invitations`, { email: guest.email })
  const known = await (await context.request.get('/settings/teams/roles')).json()
  await page.route('**/settings/teams/roles', (route) =>
    route.fulfill({ json: [...known, { value: 'inspector', text: 'Site Inspector' }] }),
  )
  const failing = '**/settings/invitations/*/resend'
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { message: 'ECONNREFUSED' } }))
  await openTeamSettings(page)
  await page.getByRole('tab', { name: 'Members' }).click()

  const row = page.getByRole('row', { name: owner.name })
  await expect(row.getByRole('cell', { name: 'Owner', exact: true })).toBeVisible()
  const roles = panel(page, 'Send invitation').getByLabel('Role').getByRole('option')
  await expect(roles).toHaveText(['Admin', 'Editor', 'Member', 'Auditor', 'Site Inspector'])

  await panel(page, 'Pending invitations').getByRole('button', { name: 'Resend' }).click()
  const sorry = page.getByRole('dialog', { name: 'Sorry, An Error Occurred!' })
  await expect(sorry).toContainText('Something went wrong. Please try again or contact customer support.')
  await expect(sorry).not.toContainText('ECONNREFUSED')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('500')])
})

test('[CONST2-26] a date picker asks for and shows dd/mm/yyyy', async ({ page, context, owner: _ }) => {
  const { site } = await addFacilities(context)
  await page.clock.setFixedTime('2026-03-09T12:00:00Z')
  await page.goto(`/dashboard/sites/${site.id}#/visits`)
  const form = panel(page, 'Add a Visit')
  const start = form.getByLabel('Start Date')
  await expect(start).toContainText('dd/mm/yyyy')
  await start.click()
  await form.getByRole('button', { name: 'Today' }).click()

  await expect(start).toHaveText('09/03/2026')
})
