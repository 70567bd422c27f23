import { expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ImportFilePanel } from '#web/features/imports/import-file-panel.tsx'

const api = fakeApi()
const abilities = { clients: { create: true, update: true }, sites: {} }
const summary = { run: null, dry_run: true, rows: 1, created: 1, updated: 0, unchanged: 0, refused: 0 }
const end = { summary: { ...summary, clients_created: 0, unknown_columns: ['Phone'], position: null } }

const show = async (runs: object[] | Promise<object[]>, offered: object = abilities, fields: object[] = []) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: offered } }))
  api.on('GET /api/fields', () => ({ body: fields }))
  api.on('GET /api/imports?limit=50', async () => ({ body: await runs }))
  const screen = await renderApp(<ImportFilePanel onBegun={() => undefined} />)
  await screen
    .getByLabelText('File', { exact: true })
    .upload(new File(['Firma,Ref,Phone\nAcme,A-1,1\n'], 'crm.csv', { type: 'text/csv' }))
  return screen
}

const checkedWith = (columns: object) => {
  const query = new URLSearchParams({
    dry_run: 'true',
    create_clients: 'false',
    file_name: 'crm.csv',
    columns: JSON.stringify(columns),
    missing_clients: 'true',
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

test('own fields are among the fields that a column is given to, and those that are needed say so', async () => {
  const field = { id: 'f1', of: 'clients', name: 'Account', kind: 'text', options: [], required: true }
  const { getByRole } = await show([], abilities, [field, { ...field, id: 'f2', of: 'sites', name: 'Meter' }])
  await expect.element(getByRole('combobox', { name: 'Account' })).toHaveAccessibleDescription('Needed for new clients')
  await expect.element(getByRole('combobox', { name: 'Meter' })).not.toBeInTheDocument()
  checkedWith({ id: '', external_id: '', name: 'Firma', 'field.f1': 'Ref' })

  await getByRole('combobox', { name: 'Name' }).selectOptions('Firma')
  await getByRole('combobox', { name: 'Account' }).selectOptions('Ref')
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

test('whoever checks a file at once has it checked with the columns that are read and remembered only then', async () => {
  const read = Promise.withResolvers<void>()
  const told = Promise.withResolvers<object[]>()
  const original = Blob.prototype.arrayBuffer
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    await read.promise
    return original.call(this)
  })
  const { getByRole } = await show(told.promise)
  checkedWith({ id: '', external_id: 'Phone', name: 'Firma' })

  await getByRole('button', { name: 'Check File' }).click()
  await expect.element(getByRole('button', { name: 'Checking File' })).toBeVisible()
  read.resolve()
  await expect.element(getByRole('combobox', { name: 'External ID' })).toHaveValue('Ref')
  expect(api.sent.filter(({ method }) => method === 'POST')).toEqual([])
  told.resolve([{ id: 'r1', kind: 'clients', status: 'finished', columns: { name: 'Firma', external_id: 'Phone' } }])

  await expect.element(getByRole('button', { name: 'Import 1 client' })).toBeVisible()
})

test('a kind that is chosen just when the file was read takes nothing of that back', async () => {
  const read = Promise.withResolvers<ArrayBuffer>()
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(() => read.promise)
  const { getByRole } = await show([], { ...abilities, sites: abilities.clients })
  const clients = getByRole('radio', { name: 'Clients' })
  await expect.element(clients).toBeVisible()

  read.resolve(new TextEncoder().encode('Firma,Ref,Phone\nAcme,A-1,1\n').buffer)
  // Nothing is drawn meanwhile.
  for (let n = 0; n < 20; n += 1) await Promise.resolve()
  ;(clients.element() as HTMLElement).click()

  await expect.element(getByRole('combobox', { name: 'External ID' })).toHaveValue('Ref')
})

const missing = Array.from({ length: 23 }, (_, each) => ({
  missing_client: { name: `Client ${each}`, rows: each + 1 },
}))
const ofSites = { ...summary, unknown_columns: [], position: null }
const checkedSites = (createClients: boolean, lines: unknown[]) => {
  const query = new URLSearchParams({
    dry_run: 'true',
    create_clients: String(createClients),
    file_name: 'sites.csv',
    missing_clients: 'true',
  })
  api.on(`POST /api/import/sites?${query}`, () => ({ lines }))
}
const showSites = async (clients: object) => {
  const screen = await show([], { clients, sites: { create: true, update: true } })
  await screen
    .getByLabelText('File', { exact: true })
    .upload(new File(['name,client\nQuay,Acme\n'], 'sites.csv', { type: 'text/csv' }))
  checkedSites(false, [...missing, { summary: { ...ofSites, created: 0, refused: 276, clients_created: 0 } }])
  await screen.getByRole('button', { name: 'Check File' }).click()
  return screen
}

test('clients that are not there are named once with their rows, and the file is checked again with them', async () => {
  const { getByRole } = await showSites({ create: true, update: true })
  const list = getByRole('region', { name: 'Missing clients' })
  await expect.element(list.getByRole('listitem').first()).toHaveTextContent('Client 0: 1 row')
  await expect.element(list.getByRole('listitem').nth(19)).toHaveTextContent('Client 19: 20 rows')
  await expect.element(list.getByRole('listitem').nth(20)).toHaveTextContent('and 3 more')

  await list.getByRole('button', { name: 'Create missing clients' }).click()
  await expect.element(getByRole('alert')).toHaveTextContent('None.')
  checkedSites(true, [...missing, { summary: { ...ofSites, created: 276, clients_created: 23 } }])
  await list.getByRole('button', { name: 'Create missing clients' }).click()

  await expect.element(getByRole('region', { name: 'What sites.csv would do' })).toHaveFocus()
  const plan = '276 sites will be created, 23 clients added for them. Nothing is saved yet.'
  await expect.element(getByRole('status')).toHaveTextContent(plan)
  const created = getByRole('region', { name: 'Clients that will be created' })
  await expect.element(created.getByRole('listitem').first()).toHaveTextContent('Client 0: 1 row')
  await expect.element(getByRole('button', { name: 'Create missing clients' })).not.toBeInTheDocument()
  await expect.element(getByRole('button', { name: 'Import 276 sites' })).toBeEnabled()
  await getByRole('button', { name: 'Back' }).click()
  await expect.element(getByRole('checkbox', { name: 'Create missing clients' })).toBeChecked()
})

test('clients that are not there are named alone to whoever may not create clients', async () => {
  const { getByRole } = await showSites({})
  await expect.element(getByRole('region', { name: 'Missing clients' })).toBeVisible()
  await expect.element(getByRole('button', { name: 'Create missing clients' })).not.toBeInTheDocument()
})
