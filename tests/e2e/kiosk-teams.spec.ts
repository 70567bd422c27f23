import { expectAccessible } from './support/accessibility.ts'
import { fact, openKiosk, somebody } from './support/kiosk.ts'
import { mailSaying } from './support/mails.ts'
import { panel } from './support/pages.ts'
import { put } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[KIOSK-04] [KIOSK-05] [KIOSK-12] [KIOSK-13] [KIOSK-14] [KIOSK-19] [KIOSK-20] operators find a team with its customer, move the end of its trial, give it limits, delete it, and restore it', async ({
  page,
  context,
  browser,
}) => {
  const ann = await somebody(browser)
  await put(ann.context, `/settings/teams/${ann.teamId}/payment-method`, { stripe_token: 'pm_card_visa' })
  await openKiosk(page, context, '/teams')
  await page.getByLabel('Search teams').fill(`${ann.teamSlug} archer`)
  await page.getByRole('link', { name: ann.team }).click()
  await expect(page).toHaveURL(new RegExp(`/spark/kiosk#/teams/${ann.teamId}$`))
  await expect(fact(page, 'Holds')).toHaveText('0 sites, 0 files, 0 B')
  await expect(fact(page, 'Owner').getByRole('link', { name: ann.name })).toBeVisible()
  await expect(fact(page, 'Customer')).toHaveText(/^cus_/)
  await expect(fact(page, 'Customer').getByRole('link')).toHaveCount(0)
  await expect(panel(page, 'Members').getByText('Owner')).toBeVisible()
  await expectAccessible(page)
  const owner = page.getByRole('link', { name: 'Impersonate the owner' })
  await expect(owner).toHaveAttribute('href', `/spark/kiosk/users/impersonate/${ann.userId}`)

  await page.getByRole('button', { name: 'Edit plan' }).click()
  const plan = page.getByRole('dialog', { name: `Plan of ${ann.team}` })
  await plan.getByLabel('Trial End Date').click()
  await plan.getByRole('button', { name: 'Today' }).click()
  await expectAccessible(page)
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(plan).toBeHidden()
  await expect(fact(page, 'Trial')).toHaveText(/^Until [A-Z][a-z]+ \d{1,2}(st|nd|rd|th), \d{4}$/)
  await expect(panel(page, 'History').getByText(/^Changed the end of the trial/)).toBeVisible()

  await page.getByRole('button', { name: 'Change limits' }).click()
  const limits = page.getByRole('dialog', { name: `Limits of ${ann.team}` })
  await limits.getByLabel('Sites').fill('40')
  await limits.getByLabel('Ends at').click()
  await limits.getByRole('button', { name: 'Today' }).click()
  await limits.getByLabel('Reason').fill('They move')
  await expectAccessible(page)
  await limits.getByRole('button', { name: 'Save' }).click()
  await expect(limits).toBeHidden()
  await expect(fact(page, 'Limits')).toHaveText(/^40 sites, until .+, because: They move$/)
  await expect(panel(page, 'History').getByText(/^Allowed the team .+ 40 sites until /)).toBeVisible()

  // A real payment provider has a page of its customers.
  const provider_url = 'https://dashboard.stripe.com/customers/cus_1'
  await page.route('**/spark/kiosk/teams/*/profile', async (route) => {
    const shown = await (await route.fetch()).json()
    await route.fulfill({ json: { ...shown, team: { ...shown.team, stripe_id: 'cus_1' }, provider_url } })
  })
  await page.reload()
  await expect(fact(page, 'Customer').getByRole('link', { name: 'cus_1' })).toHaveAttribute('href', provider_url)
  await page.unrouteAll({ behavior: 'wait' })

  await page.getByRole('button', { name: 'Delete team' }).click()
  const question = page.getByRole('dialog', { name: 'Delete team' })
  await expect(question).toContainText(`Are you sure you want to delete ${ann.team}?`)
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page).toHaveURL(/\/spark\/kiosk#\/teams$/)
  await mailSaying(ann.email, `Siteledger deleted your team ${ann.team}.`)
  await page.getByLabel('Search teams').fill(ann.teamSlug)
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('link', { name: 'Deleted teams' }).click()
  await expect(page).toHaveURL(/#\/teams\/deleted$/)
  const row = panel(page, 'Deleted teams').getByRole('listitem').filter({ hasText: ann.team })
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('button', { name: 'Yes, Restore' }).click()
  await expect(page.getByRole('heading', { name: ann.team, level: 2 })).toBeVisible()
  await mailSaying(ann.email, `Siteledger restored your team ${ann.team}`)
  await ann.context.close()
})
