import { expectAccessible } from './support/accessibility.ts'
import { mailedLink } from './support/mails.ts'
import { panel, watchFor } from './support/pages.ts'
import { enterAsOperator, newPerson } from './support/people.ts'
import { expect, test } from './support/test.ts'

const png = (bytes: number) => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqPpfDwADQgGArPKVFwAAAABJRU5ErkJggg==',
      'base64',
    ),
    Buffer.alloc(bytes),
  ]),
})

test('[PLAT-16] [KIOSK-22] [VAL2-05] [API2G-24] [API2G-26] [ERR2-15] [ERR2-20] operators invite somebody to found a team, with a logo once one is not refused, send that again, and cancel it', async ({
  page,
  context,
  complaints,
}) => {
  const guest = newPerson()
  await enterAsOperator(context)
  await page.goto('/spark/kiosk#/team-invitations')
  const form = panel(page, 'Send team invitation')
  const noLogo = form.getByText('Drop a file here, or choose one')
  await form.getByLabel('Logo').setInputFiles(png(102_400))
  await expect(form.getByText('File size exceeds limit of 100 KB.')).toBeVisible()
  await expect(noLogo).toBeVisible()
  await form.getByLabel('Logo').setInputFiles({ ...png(0), name: 'logo.gif', mimeType: 'image/gif' })
  await expect(form.getByText('Invalid file type.')).toBeVisible()
  await expect(noLogo).toBeVisible()
  await form.getByLabel('Logo').setInputFiles(png(0))
  await form.getByLabel('Email').fill('not an address')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await expect(form.getByText('The email must be a valid email address.')).toBeVisible()
  await expect(form.getByText('The team name field is required.')).toBeVisible()
  await expect(form.getByText('Please choose the logo again.')).toBeVisible()
  await expect(noLogo).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await form.getByLabel('Email').fill(guest.email)
  await form.getByLabel('Name', { exact: true }).fill(guest.name)
  await form.getByLabel('Team Name').fill(guest.team)
  await form.getByLabel('Logo').setInputFiles(png(0))
  await expect(form.getByText('logo.png')).toBeVisible()
  const sent = await watchFor(page, 'Team Invitation Sent')
  await form.getByRole('button', { name: 'Send Invitation' }).click()
  await sent()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(form.getByLabel('Email')).toHaveValue('')
  await expect(form.getByText('logo.png')).toHaveCount(0)
  const row = panel(page, 'Open team invitations').getByRole('listitem').filter({ hasText: guest.team })
  await expect(row).toContainText(`${guest.name}, ${guest.email}`)
  await expect(row.locator('img')).toHaveJSProperty('complete', true)
  await expectAccessible(page)
  expect(await mailedLink(guest.email)).toContain('/register#')

  const failing = '**/api/kiosk/team-invitations/*/resend'
  await page.route(failing, (route) => route.fulfill({ status: 500, json: { message: 'ECONNREFUSED' } }), { times: 1 })
  await row.getByRole('button', { name: 'Resend' }).click()
  const sorry = page.getByRole('dialog', { name: 'Sorry, An Error Occurred!' })
  await expect(sorry).toContainText('Something went wrong.')
  await sorry.getByRole('button', { name: 'Close' }).click()
  const sentAgain = await watchFor(page, 'Team Invitation Sent')
  await row.getByRole('button', { name: 'Resend' }).click()
  await sentAgain()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await row.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toHaveCount(0)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('500')])
})
