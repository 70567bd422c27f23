import { expectAccessible } from './support/accessibility.ts'
import { addMember, teamOf, turnOnSecondFactor } from './support/members.ts'
import { panel } from './support/pages.ts'
import { registerThroughApi } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a team asks for a second factor, and a member works on once theirs is on', async ({ page, context, browser }) => {
  await registerThroughApi(context)
  await turnOnSecondFactor(context)
  const team = await teamOf(context)
  const max = await addMember(browser, context, { role: 'editor', all_sites: true })
  const theirs = await max.context.newPage()

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
