import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Role } from '#schemas/rights/abilities.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { watchSaved } from '#tests/web/support/saved-file.ts'
import { HistoryPanel } from '#web/features/history/history-panel.tsx'

const api = fakeApi()
const entry = {
  position: '7',
  at: '2026-03-01T10:00:09.000Z',
  type: 'ClientUpdated',
  summary: 'Changed the client Acme',
  resource: 'clients',
  id: 'c1',
  team: { id: 't1', name: 'North' },
  actor: { id: 'u1', name: 'Ann' },
  impersonator: null,
  via: { kind: 'session', id: null, name: null },
  changes: [{ field: 'name', from: '=Acme', to: 'Acme' }],
}

const filtered = 'resource=clients&via=session&from=2026-03-01'

/** The history in the team of somebody with this role, by the filters of the address. */
const showHistory = async (role: Role, filters = filtered, width = 1280) => {
  await page.viewport(width, 844)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  const users = [{ id: 'u1', name: 'Ann', role_on_current_team: role }]
  api.on('GET /teams/current', () => ({ body: { id: 't1', users } }))
  api.on(`GET /api/history?${filters}&limit=50`, () => ({ body: [entry] }))
  const { screen, at } = await renderAt(`/dashboard/history?${filters}`, <HistoryPanel />)
  await expect.element(screen.getByText('March 1st, 2026 10:00:09 AM GMT')).toBeVisible()
  return { ...screen, at }
}

test('[D-92] what the filters show is told to the second, and saved as a file', async () => {
  const saved = watchSaved()
  api.on(`GET /api/history?${filtered}&limit=1000`, () => ({ body: [entry] }))
  const { getByRole } = await showHistory('auditor')

  await getByRole('button', { name: 'Save as CSV' }).click()

  const { name, text } = await saved()
  expect(name).toMatch(/^history-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toBe(
    'at,who,what,event,id,team,position,changes\r\n' +
      '2026-03-01T10:00:09.000Z,Ann,Changed the client Acme,ClientUpdated,c1,North,7,Name: =Acme → Acme\r\n',
  )
})

test('as JSONL it is each entry of the API as it is, a line each, from all pages', async () => {
  const saved = watchSaved()
  const older = { ...entry, position: '3', summary: 'Changed\nthe client "Acme"' }
  const link = `</api/history?${filtered}&limit=1000&cursor=older>; rel="next"`
  api.on(`GET /api/history?${filtered}&limit=1000`, () => ({ body: [entry], headers: { link } }))
  api.on(`GET /api/history?${filtered}&limit=1000&cursor=older`, () => ({ body: [older] }))
  const { getByRole } = await showHistory('auditor')

  await getByRole('button', { name: 'Save as JSONL' }).click()

  const { name, text } = await saved()
  expect(name).toMatch(/^history-\d{4}-\d\d-\d\d\.jsonl$/)
  expect(text).toBe(`${JSON.stringify(entry)}\n${JSON.stringify(older)}\n`)
})

test('the way it was done is chosen among those that there are, and stands in the address', async () => {
  const { getByLabelText, at } = await showHistory('owner', 'via=import')
  await expect.element(getByLabelText('How')).toHaveDisplayValue('Import')

  await getByLabelText('How').selectOptions('API token')

  await expect.poll(() => at()).toBe('/dashboard/history?via=token')
})

test('a text is searched for while it is typed, stands in the address, and is cleared where it finds nothing', async () => {
  api.on('GET /api/history?text=pump&limit=50', () => ({ body: [] }))
  api.on('GET /api/history?limit=50', () => ({ body: [entry] }))
  const { getByLabelText, getByRole, getByText, at } = await showHistory('owner', 'text=boiler')
  await expect.element(getByLabelText('Contains')).toHaveValue('boiler')

  await getByLabelText('Contains').fill('pump')

  await expect.element(getByText('No results')).toBeVisible()
  expect(at()).toBe('/dashboard/history?text=pump')
  await getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(getByText('Changed the client Acme')).toBeVisible()
  await expect.element(getByLabelText('Contains')).toHaveValue('')
})

test('what it is about is said in words', async () => {
  const { getByLabelText } = await showHistory('owner')

  await getByLabelText('What').selectOptions('Personal access tokens')
  const options = [...getByLabelText('What').element().querySelectorAll('option')].map(({ label }) => label)

  expect(options.filter((label) => label.includes('-'))).toEqual([])
})

test('[D-01] who may not export is offered no file', async () => {
  const { getByRole } = await showHistory('editor')

  await expect.element(getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expect.element(getByRole('button', { name: /^Save/ })).not.toBeInTheDocument()
})

test('on a phone the text is searched, and buttons open the other filters and what saves', async () => {
  const { getByLabelText, getByRole } = await showHistory('owner', filtered, 390)
  const filters = getByRole('button', { name: 'Filters (3)' })
  await expect.element(getByLabelText('Contains')).toBeVisible()
  await expect.element(getByLabelText('How')).not.toBeInTheDocument()

  await filters.click()
  await expect.element(getByLabelText('How')).toHaveDisplayValue('By hand')
  await getByRole('button', { name: 'More' }).click()
  await expect.element(getByRole('button', { name: 'Save as JSONL' })).toBeVisible()
})
