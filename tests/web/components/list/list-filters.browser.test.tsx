import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { ExpiryFilter } from '#web/components/list/expiry-filter.tsx'
import { ListFilters, type ListFiltersProps } from '#web/components/list/list-filters.tsx'
import { fileFilterNames, listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const client = '0199aaaa-0000-7000-8000-000000000001'

/** The filters of files at an address. */
const show = async (address: string, props: Partial<ListFiltersProps> = {}) => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', name: 'North', users: [{ id: 'u1', name: 'Ann' }] } }))
  api.on(`GET /api/client/${client}`, () => ({ body: { id: client, name: 'Harbour Estates' } }))
  const filters = <ListFilters names={fileFilterNames('team')} {...props} />
  return renderAt(`/dashboard?${address}`, filters, listAddressIn)
}

test('filters that are set stand folded in a line that says what they are', async () => {
  const { screen } = await show(`client=${client}&from=2026-11-23&type=application%2Fpdf&expires=30d`)

  const chips = screen.getByRole('group', { name: 'Filters that are set' }).getByRole('button')
  await expect.element(chips.first()).toHaveTextContent('Client: Harbour Estates')
  expect(chips.elements().map(({ textContent }) => textContent)).toEqual([
    'Client: Harbour Estates',
    'From 23/11/2026',
    'Type: PDF',
    'Expiry: within 30 days',
    'Clear filters',
  ])
  const from = screen.getByLabelText('From', { exact: true })
  await expect.element(from).not.toBeInTheDocument()

  await screen.getByRole('button', { name: 'Filters (4)' }).click()
  await expect.element(from).toBeVisible()
  await expect.element(screen.getByRole('group', { name: 'Filters that are set' })).not.toBeInTheDocument()
})

test('one filter or all of them are taken away there, and the focus stays with the filters', async () => {
  const { screen, at } = await show('from=2026-11-23&to=2026-11-29&expires=expired')

  await screen.getByRole('button', { name: 'Remove the filter Expiry: expired' }).click()
  await expect.poll(at).toBe('/dashboard?from=2026-11-23&to=2026-11-29')
  await expect.element(screen.getByRole('button', { name: 'Filters (2)' })).toHaveFocus()

  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(at).toBe('/dashboard')
  await expect.element(screen.getByRole('button', { name: 'Filters', exact: true })).toHaveFocus()
})

test('a day is typed, and is in the address once it is one', async () => {
  const { screen, at } = await show('')
  await screen.getByRole('button', { name: 'Filters', exact: true }).click()

  await screen.getByRole('textbox', { name: 'From' }).fill('31/2/2026')
  await screen.getByRole('textbox', { name: 'To' }).fill('1/3/2026')

  await expect.poll(at).toBe('/dashboard?to=2026-03-01')
})

test('a period of expiry is chosen and changed by its days, and sorts the list by that date', async () => {
  const { screen, at } = await renderAt('/dashboard', <ExpiryFilter />, listAddressIn)

  await screen.getByRole('combobox', { name: 'Expiry' }).selectOptions('From today on')
  await screen.getByRole('textbox', { name: 'Expires from' }).fill('1/12/2026')
  await screen.getByRole('textbox', { name: 'Expires until' }).fill('31/12/2026')

  await expect.poll(at).toBe('/dashboard?sort=expires_at&expires=2026-12-01..2026-12-31')
})

test('what stands beside the button is on a phone one of the filters that it opens, counts and clears', async () => {
  const beside = (bare: boolean) => <input aria-label={bare ? 'Category beside' : 'Category'} />
  const told = { category: 'Category: Fire' }
  const { screen, at } = await show(`to=2026-11-29#/files/category/${client}`, { beside, besides: 'category', told })
  await expect.element(screen.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect.element(screen.getByLabelText('Category beside')).toBeVisible()

  await page.viewport(390, 844)
  await expect.element(screen.getByRole('button', { name: 'Remove the filter Category: Fire' })).toBeVisible()
  await expect.element(screen.getByLabelText('Category', { exact: true })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Filters (2)' }).click()
  await expect.element(screen.getByLabelText('Category', { exact: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Clear filters' }).click()

  await expect.poll(at).toBe('/dashboard#/files')
})
