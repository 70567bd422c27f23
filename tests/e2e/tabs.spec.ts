import type { Site } from '#schemas/resources/sites.ts'
import { newPlan } from './support/documents.ts'
import { addCategory, addFacilities, addFile, thumbnailMade } from './support/facilities.ts'
import { card, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

/** The tab is the chosen one of a page, whose title in the window begins with it. */
const expectChosen = async (page: Page, name: string, title = '.+'): Promise<void> => {
  await expect(page.getByRole('tab', { name, selected: true })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${name} · ${title} · Siteledger$`))
}

test('[PAGE-02] [PAGE-03] [PAGE-04] [PAGE-05] [PAGE-06] [PAGE-07] [PAGE-12] [PAGE-13] [PAGE-14] [PAGE-15] [STATE-33] the chosen tab is in the address, back and forward, also where not all tabs fit; a client, a site and a visit have tabs @phone', async ({
  page,
  context,
  owner,
}) => {
  await page.goto('/dashboard')
  await expectChosen(page, 'Clients', owner.team)
  await page.getByRole('tab', { name: 'Visits' }).click()
  await expect(page).toHaveURL(/\/dashboard#\/visits$/)
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page).toHaveURL(/\/dashboard#\/files$/)
  await page.goBack()
  await expectChosen(page, 'Visits')
  await page.goBack()
  await expectChosen(page, 'Clients')
  await page.goForward()
  await page.goForward()
  await expectChosen(page, 'Files')
  await page.reload()
  await expectChosen(page, 'Files')

  await page.goto('/settings#/data')
  await expectChosen(page, 'Data', 'Settings')
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expectChosen(page, 'Profile')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Data', selected: true })).toBeInViewport({ ratio: 1 })

  const facilities = await addFacilities(context)
  for (const [kind, heading, tabs] of [
    ['client', 'Harbour Estates', ['Sites', 'Compliance', 'Visits', 'Files']],
    ['site', 'Quay House', ['Visits', 'Files', 'Compliance']],
    ['visit', 'Boiler inspection', ['Files']],
  ] as const) {
    await page.goto(`/dashboard/${kind}s/${facilities[kind].id}#/files`)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveText([...tabs])
    await expectChosen(page, 'Files', heading)
  }
})

test('[ENT-11] [ENT-12] lists that were shown are kept, each site with its own visits, and not asked for again', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  const other = (await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })) as Site
  await post(context, '/api/visit', {
    name: 'Lift',
    site_id: other.id,
    started_at: '03/11/2025',
    ended_at: '03/11/2025',
  })
  await addCategory(context, 'Fire')
  const file = await addFile(context, { site, visit }, await newPlan('Roof plan.png'))
  // A thumbnail that is made meanwhile is a change for which lists are asked again.
  await thumbnailMade(context, file)
  const shown = [
    ['Sites', 'article', 'Quay House'],
    ['Visits', 'row', /Boiler inspection/],
    ['Files', 'article', 'Roof plan'],
    ['Categories', 'treeitem', 'Fire'],
    ['Clients', 'article', 'Harbour Estates'],
  ] as const
  const goRound = async () => {
    for (const [tab, role, name] of shown) {
      await page.getByRole('tab', { name: tab }).click()
      await expect(page.getByRole(role, { name })).toBeVisible()
    }
    await page.getByRole('tab', { name: 'Sites' }).click()
    for (const [name, visits, due] of [
      ['Quay House', 'Boiler inspection', 'None of 1 file'],
      ['Dry Dock', 'Lift', '0 files'],
    ] as const) {
      await card(page, name).getByRole('link', { name: 'View Visits' }).click()
      await expect(page.getByRole('row').nth(1)).toContainText(visits)
      await expect(page.getByRole('row')).toHaveCount(2)
      // It is asked for after the lists.
      await expect(page.getByText(due, { exact: true })).toBeVisible()
      await page.goBack()
      await expect(card(page, name)).toBeVisible()
    }
  }
  await page.goto('/dashboard#/files')
  await goRound()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await goRound()

  expect(asked.filter((url) => /\/api\/(clients|sites|visits|files|categories)\b/.test(url))).toEqual([])
})

test('a part that breaks says so, and leaves the rest of the page as it is', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await addFacilities(context)
  await page.route(/\/assets\/(client-dialogs|categories-panel)-.*js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const nothing = 0' }),
  )
  await page.goto('/dashboard')
  const typed = panel(page, 'Add a Client').getByLabel('Name')
  await typed.fill('Dockside')
  await choose(page, 'Harbour Estates', 'Edit')
  const said = page.getByText('Something went wrong. Please try again or contact customer support.')
  await expect(said).toBeVisible()
  await expect(typed).toHaveValue('Dockside')
  await page.getByRole('button', { name: 'Close this message' }).click()

  // A page that only looks otherwise than it should is better than none.
  await page.route(/\/assets\/history-list-.*css$/, (route) => route.fulfill({ status: 500 }))
  await choose(page, 'Harbour Estates', 'History')
  const drawer = page.getByRole('dialog', { name: 'History of Harbour Estates' })
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()

  await page.getByRole('tab', { name: 'Categories' }).click()
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(said).toBeVisible()
  await page.getByRole('tab', { name: 'Sites' }).click()
  await expect(page.getByRole('article', { name: 'Quay House' })).toBeVisible()
  expect(complaints.splice(0)).not.toEqual([])
})
