import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ImportFilePanel } from '#web/features/imports/import-file-panel.tsx'

const api = fakeApi()

const abilities = { clients: { create: true, update: true }, sites: {} }
const summary = { run: null, dry_run: true, rows: 1, created: 1, updated: 0, unchanged: 0, refused: 0 }
const end = { summary: { ...summary, clients_created: 0, unknown_columns: ['Phone'], position: null } }

const show = async (runs: object[]) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  api.on('GET /api/imports?limit=50', () => ({ body: runs }))
  const screen = await renderApp(
    <Suspense>
      <ImportFilePanel onBegun={() => undefined} />
    </Suspense>,
  )
  await screen
    .getByLabelText('File', { exact: true })
    .upload(new File(['Firma,Ref,Phone\nAcme,A-1,1\n'], 'crm.csv', { type: 'text/csv' }))
  return screen
}

const checkedWith = (columns: object) => {
  const query = new URLSearchParams({
    ...{ dry_run: 'true', create_clients: 'false', file_name: 'crm.csv', columns: JSON.stringify(columns) },
  })
  api.on(`POST /api/import/clients?${query}`, () => ({ lines: [end] }))
}

test('headings that nobody knows are given to fields, the name first of all', async () => {
  const { getByRole, getByText } = await show([])
  await expect.element(getByRole('combobox', { name: 'External ID' })).toHaveValue('Ref')
  await expect.element(getByText('Columns that are left out: Firma, Phone')).toBeVisible()

  await getByRole('button', { name: 'Check File' }).click()

  await expect.element(getByRole('alert')).toHaveTextContent('Choose the column that has the name.')
  expect(api.sent.filter(({ method }) => method === 'POST')).toEqual([])

  checkedWith({ id: '', external_id: 'Ref', name: 'Firma' })
  await getByRole('combobox', { name: 'Name' }).selectOptions('Firma')
  await expect.element(getByText('Columns that are left out: Phone')).toBeVisible()
  await getByRole('button', { name: 'Check File' }).click()

  await expect.element(getByRole('button', { name: 'Import 1 client' })).toBeVisible()
})

test('what was chosen for such a file before is chosen again', async () => {
  const chosen = { name: 'Firma', external_id: 'Phone' }
  const { getByRole } = await show([{ id: 'r1', kind: 'clients', status: 'finished', columns: chosen }])
  await expect.element(getByRole('combobox', { name: 'Name' })).toHaveValue('Firma')
  await expect.element(getByRole('combobox', { name: 'External ID' })).toHaveValue('Phone')

  checkedWith({ id: '', external_id: 'Phone', name: 'Firma' })
  await getByRole('button', { name: 'Check File' }).click()

  await expect.element(getByRole('button', { name: 'Import 1 client' })).toBeVisible()
})
