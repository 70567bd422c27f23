import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import FieldsPanel from '#web/features/fields/fields-panel.tsx'

const api = fakeApi()
const field = (id: string, name: string, more: object = {}) => ({
  id,
  of: 'sites',
  name,
  kind: 'text',
  options: [],
  required: false,
  listed: false,
  help: null,
  revision: '3',
  ...more,
})
const meter = field('f1', 'Meter', { required: true })
const access = field('f2', 'Access', { kind: 'choice', listed: true, options: [{ id: 'o1', name: 'Gate' }] })

const open = async (...fields: object[]) => {
  api.on('GET /api/fields', () => ({ body: fields }))
  api.on('GET /api/fields?removed=true', () => ({ body: [] }))
  const screen = await renderApp(<FieldsPanel />)
  await expect.element(screen.getByRole('region', { name: 'Fields of sites' })).toBeVisible()
  return screen
}
const sent = (method: string) => api.sent.filter((call) => call.method === method)

test('a choice is added to the sites with its options, and a refusal stands at its field', async () => {
  const screen = await open(meter)
  await expect.element(screen.getByText('Text · required')).toBeVisible()
  await screen.getByRole('button', { name: 'Add a field of sites' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).fill('Meter')
  await screen.getByRole('combobox', { name: 'Kind' }).selectOptions('Choice')
  await screen.getByRole('button', { name: 'Add an option' }).click()
  await screen.getByRole('textbox', { name: 'Option 1' }).fill('Gate')
  api.on('POST /api/field', () => ({ status: 422, body: { message: 'No.', errors: { name: ['The name is taken.'] } } }))
  await screen.getByRole('button', { name: 'Add field' }).click()
  await expect.element(screen.getByText('The name is taken.')).toBeVisible()

  await screen.getByRole('textbox', { name: 'Name' }).fill('Access')
  api.on('POST /api/field', () => ({ status: 201, body: access }))
  await screen.getByRole('button', { name: 'Add field' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  const shared = { of: 'sites', kind: 'choice', required: false, listed: true, help: '' }
  expect(sent('POST').at(-1)?.body).toEqual({ ...shared, name: 'Access', options: [{ name: 'Gate' }] })
})

test('a field is changed but for its kind, and its form says how many sites have a value', async () => {
  api.on('GET /api/sites?limit=1', () => ({ body: [], headers: { 'X-Total-Count': '15' } }))
  api.on('GET /api/sites?limit=1&field.f2=none', () => ({ body: [], headers: { 'X-Total-Count': '3' } }))
  api.on('PUT /api/field/f2', () => ({ body: access }))
  const screen = await open(access)
  await expect.element(screen.getByText('Choice of Gate · in lists')).toBeVisible()
  await screen.getByRole('button', { name: 'Edit Access' }).click()
  await expect.element(screen.getByText('12 sites have a value.')).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Kind' })).toBeDisabled()
  await screen.getByRole('textbox', { name: 'Option 1' }).fill('Main gate')
  await screen.getByRole('button', { name: 'Update field' }).click()
  await expect.poll(() => sent('PUT')).toHaveLength(1)
  expect(sent('PUT')[0]).toMatchObject({ ifMatch: '"3"', body: { options: [{ id: 'o1', name: 'Main gate' }] } })
})

test('a field is moved with the keys', async () => {
  api.on('PUT /api/fields', () => ({ body: [access, meter] }))
  const screen = await open(meter, access)
  const row = screen.getByRole('treeitem', { name: 'Meter Text · required' })
  await expect.element(row).toBeVisible()
  row.element().focus()
  await userEvent.keyboard(' {ArrowDown}{Enter}')

  await expect.poll(() => sent('PUT')[0]?.body).toEqual({ of: 'sites', ids: ['f2', 'f1'] })
})

test('a field is removed with its values, and restored', async () => {
  api.on('DELETE /api/field/f1', () => ({ status: 204 }))
  api.on('POST /api/field/f1/restore', () => ({ body: meter }))
  const screen = await open(meter)
  api.on('GET /api/fields', () => ({ body: [] }))
  api.on('GET /api/fields?removed=true', () => ({ body: [{ ...meter, removed_at: '2026-11-28T09:00:00Z' }] }))
  await screen.getByRole('button', { name: 'Remove Meter' }).click()

  const removed = screen.getByRole('list', { name: 'Removed fields' })
  await expect.element(removed.getByText(/^Text of sites, removed November 28th, 2026/)).toBeVisible()
  await removed.getByRole('button', { name: 'Restore' }).click()
  await expect.poll(() => sent('POST').map(({ path }) => path)).toEqual(['/api/field/f1/restore'])
})
