import { newPlan } from '../support/documents.ts'
import { addCategory, addFacilities, addFile } from '../support/facilities.ts'
import { addMember } from '../support/members.ts'
import { loadedPicture, panel } from '../support/pages.ts'
import { registerThroughApi } from '../support/people.ts'
import { keep, openAnew, test } from '../support/screens.ts'

/** Every list with the page it stands on and what it asks for. */
const lists = [
  ['clients', '/dashboard#/clients', /\/api\/clients\?/],
  ['sites', '/dashboard#/sites', /\/api\/sites\?/],
  ['visits', '/dashboard#/visits', /\/api\/visits\?/],
  ['categories', '/dashboard#/categories', /\/api\/categories/],
  ['files', '/dashboard#/files', /\/api\/files\?/],
  ['documents', '/dashboard#/documents', /\/api\/documents\?/],
  ['trash', '/dashboard/trash', /\/api\/trash/],
  ['history', '/dashboard/history', /\/api\/history/],
  ['imports', '/dashboard/imports', /\/api\/imports/],
] as const

test('lists that are slow to come, and lists that do not come', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@states.northgate.example' })
  await addFacilities(context)
  for (const [name, path, asked] of lists) {
    await page.route(asked, () => undefined)
    await page.goto('about:blank')
    await page.goto(path)
    // The page itself may be on its way before its list.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await keep(page, `${name}-loading`, { see: page.getByRole('status', { name: /^Loading/ }) })
    await page.unroute(asked)
    await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }))
    await keep(page, `${name}-failed`, { at: path, see: page.getByRole('button', { name: 'Try again' }).first() })
    await page.unroute(asked)
  }
})

test('searches without a result, and what somebody sees who may only look', async ({ page, context, browser }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@states.northgate.example', name: 'Ben Baker' })
  const facilities = await addFacilities(context)
  await addFile(context, facilities, await newPlan('Roof plan.png'))
  await addCategory(context, 'Fire')
  for (const name of ['clients', 'sites', 'visits', 'categories', 'files']) {
    await openAnew(page, `/dashboard#/${name}`)
    await page.getByPlaceholder(`Search ${name}...`).fill('gardening')
    await keep(page, `${name}-no-results`, { text: 'No results' })
  }
  await page.route('**/api/plan/sites', (route) => route.fulfill({ json: { left: 0 } }))
  await keep(page, 'sites-limit', { at: '/dashboard#/sites', see: panel(page, 'Add a Site').getByRole('alert') })

  // As of a team with more sites than a field offers.
  const more = { link: '</api/sites?cursor=more>; rel="next"', 'x-total-count': '10000' }
  await page.route(/\/api\/sites\?/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, headers: { ...answer.headers(), ...more } })
  })
  await openAnew(page, '/dashboard#/visits')
  const field = panel(page, 'Add a Visit').getByRole('combobox', { name: 'Site' })
  const openField = async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await field.fill('quay')
    await page.getByRole('option', { name: 'Quay House' }).waitFor()
  }
  await keep(page, 'site-choice', { ready: openField })

  const auditor = await addMember(
    browser,
    context,
    { role: 'auditor' },
    { name: 'Aud Avery', email: 'aud@states.northgate.example' },
  )
  const theirs = await auditor.context.newPage()
  await openAnew(theirs, '/dashboard#/clients')
  await keep(theirs, 'clients-view-only', { see: theirs.getByRole('article', { name: 'Harbour Estates' }) })
  await openAnew(theirs, `/dashboard/visits/${facilities.visit.id}`)
  await loadedPicture(theirs, 'Roof plan')
  await keep(theirs, 'visit-view-only')
  await keep(theirs, 'documents-view-only', { at: '/dashboard#/documents', text: 'No documents have been added yet.' })
  await auditor.context.close()
})

test('parts of pages that do not come, and pages that cannot be shown', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'cat@states.northgate.example', name: 'Cat Cook' })
  const { client } = await addFacilities(context)
  const parts = [
    ['settings-api-failed', '/settings#/api', /\/settings\/api\//],
    ['settings-security-failed', '/settings#/security', /\/settings\/sessions/],
    ['page-broken', `/dashboard/clients/${client.id}`, /\/api\/client\//],
  ] as const
  for (const [name, path, asked] of parts) {
    await page.route(asked, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('about:blank')
    await page.goto(path)
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
    await keep(page, name, { whole: true })
    await page.unroute(asked)
  }
  await page.route('**/notifications/recent', (route) => route.fulfill({ status: 500, json: {} }))
  await openAnew(page, '/dashboard')
  await page.getByRole('button', { name: 'Notifications' }).click()
  await keep(page, 'notifications-failed', { see: page.getByRole('dialog').getByRole('button', { name: 'Try again' }) })

  // The effects of a server with a newer version on an open page.
  const root = new URL('/', page.url()).href
  await openAnew(page, '/dashboard')
  await page.route('**/assets/client-dialog*.js', (route) => route.fulfill({ status: 404 }))
  await page.route(root, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script src="/new.js"></script>' }),
  )
  await page.getByRole('button', { name: 'Actions for Harbour Estates' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await keep(page, 'page-outdated', { button: 'Reload' })
})
