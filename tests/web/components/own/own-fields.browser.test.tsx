import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { RecordFacts } from '#web/components/record/facts.tsx'
import { SitesPanel } from '#web/features/sites/sites-panel.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const id = (at: number) => `01890000-0000-7000-8000-00000000000${at}`
const field = (at: number, name: string, kind: string, more: object = {}) => ({
  id: id(at),
  of: 'sites',
  name,
  kind,
  options: [],
  required: false,
  listed: true,
  help: null,
  revision: '1',
  ...more,
})
const access = field(1, 'Access', 'choice', {
  required: true,
  help: 'Who opens?',
  options: [{ id: 'o1', name: 'Gate' }],
})
const fields = [
  access,
  field(2, 'Postcode', 'text', { listed: false }),
  field(3, 'Lease ends', 'date'),
  field(4, 'Plans', 'link'),
  field(5, 'Desk', 'phone'),
  field(6, 'Notes', 'note'),
  { ...field(7, 'Account', 'text'), of: 'clients' },
]
const letters = `First line\n${'x'.repeat(5000)}`
const values = {
  [id(1)]: 'o1',
  [id(2)]: 'EC1A',
  [id(3)]: '2026-12-31',
  [id(4)]: 'https://plans.example/1',
  [id(5)]: '+44 20 7946 0000',
  [id(6)]: letters,
}
const site = {
  id: 's1',
  name: 'North depot',
  postcode: 'N1 9GU',
  client_id: 'c1',
  client_name: 'Acme',
  visit_count: 0,
  file_count: 0,
  external_id: null,
  thumbnail_url: null,
  revision: '1',
  fields: values,
}
const client = { id: 'c1', name: 'Acme', site_count: 1 }

const show = async (abilities: object, looks: readonly object[] = [], search = '') => {
  await page.viewport(1440, 900)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, list_looks: looks, current_team_id: 't1' } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', name: 'North', users: [] } }))
  api.on('GET /api/fields', () => ({ body: fields }))
  api.on('GET /api/plan/sites', () => ({ body: { left: null } }))
  api.on('GET /api/clients/c1/sites?limit=50', () => ({ body: [site], headers: { 'X-Total-Count': '1' } }))
  api.on('PUT /settings/list-look', ({ body }) => ({ body }))
  const panel = <SitesPanel client={client as never} />
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const { screen, at } = await renderAt(`/dashboard/clients/c1${search}`, panel, listAddressIn, queries)
  return Object.assign(screen, { queries, at })
}
const sent = (method: string) => api.sent.filter((call) => call.method === method)

test('a card shows the first three values, in the order of their fields', async () => {
  const screen = await show({ sites: { view: true } })
  const card = screen.getByRole('article', { name: 'North depot' })

  await expect.element(card.getByText('Access: Gate')).toBeVisible()
  await expect.element(card.getByText('Postcode: EC1A')).toBeVisible()
  await expect.element(card.getByText('Lease ends: 31/12/2026')).toBeVisible()
  await expect.element(card.getByText(/Plans|Account/)).not.toBeInTheDocument()
})

test('a table has the listed fields as columns, and others that are chosen; one with the name of another says so', async () => {
  const screen = await show({ sites: { view: true } }, [{ kind: 'sites', look: 'table', hidden: [], widths: {} }])
  const heading = (name: string) => screen.getByRole('columnheader', { name, exact: true })
  await expect.element(heading('Lease ends')).toBeVisible()
  await expect.element(heading('Postcode (field)')).not.toBeInTheDocument()
  const plans = screen.getByRole('link', { name: 'https://plans.example/1' })
  await expect.element(plans).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(screen.getByRole('cell', { name: /^First line x+…$/ })).toBeInTheDocument()

  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('checkbox', { name: 'Postcode (field)' }).click()
  await expect.element(heading('Postcode (field)')).toBeVisible()
  await expect.poll(() => sent('PUT').at(-1)?.body).toMatchObject({ hidden: [`+field.${id(2)}`] })
})

test('a form asks for own fields in their order, and keeps what is typed when a choice gets another name', async () => {
  const screen = await show({ sites: { view: true, create: true } })
  const choice = screen.getByRole('combobox', { name: 'Access' })
  await expect.element(choice).toHaveAccessibleDescription('Required. Who opens?')
  await screen.getByRole('textbox', { name: 'Name', exact: true }).fill('South depot')
  await choice.selectOptions('Gate')
  await screen.getByRole('textbox', { name: 'Plans' }).fill('ftp://plans')
  const refusal = 'The Plans must be a web address.'
  api.on('POST /api/site', () => ({
    status: 422,
    body: { message: refusal, errors: { [`fields.${id(4)}`]: [refusal] } },
  }))
  await screen.getByRole('button', { name: 'Add Site' }).click()
  await expect.element(screen.getByText(refusal)).toBeVisible()
  expect(sent('POST')[0]?.body).toMatchObject({
    name: 'South depot',
    fields: { [id(1)]: 'o1', [id(2)]: '', [id(4)]: 'ftp://plans' },
  })

  api.on('GET /api/fields', () => ({ body: [{ ...access, options: [{ id: 'o1', name: 'Main gate' }] }, fields[3]] }))
  await screen.queries.invalidateQueries()
  await expect.element(screen.getByRole('option', { name: 'Main gate' })).toBeInTheDocument()
  await expect.element(screen.getByRole('textbox', { name: 'Plans' })).toHaveValue('ftp://plans')
  await expect.element(choice).toHaveValue('o1')
})

test('a page of a record shows all values, of which a phone has the first; only safe addresses are followed', async () => {
  await page.viewport(390, 844)
  api.on('GET /api/fields', () => ({ body: fields }))
  const record = { id: 's1', fields: { ...values, [id(4)]: 'javascript:alert(1)' } }
  const { screen } = await renderAt('/dashboard/sites/s1', <RecordFacts of="sites" record={record} />)
  await expect.element(screen.getByText('31/12/2026')).toBeVisible()
  await expect.element(screen.getByText('Desk')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Show all 6 fields' }).click()

  await expect
    .element(screen.getByRole('link', { name: '+44 20 7946 0000' }))
    .toHaveAttribute('href', 'tel:+442079460000')
  await expect.element(screen.getByText('javascript:alert(1)')).toBeVisible()
  await expect.element(screen.getByRole('link')).toHaveTextContent('+44 20 7946 0000')
  await screen.getByText(/^First line x+…$/).click()
  await expect.element(screen.getByText(letters.replace('\n', ' '))).toBeVisible()
})

test('a list is narrowed by the days of a field and by what a text holds, which its chips say', async () => {
  const period = `field.${id(3)}=2026-12-01..`
  const both = `${period}&field.${id(2)}=EC1`
  for (const filters of [period, both]) {
    const answer = { body: [site], headers: { 'X-Total-Count': '1' } }
    api.on(`GET /api/clients/c1/sites?${filters}&limit=50`, () => answer)
  }
  const screen = await show({ sites: { view: true } }, [], `?${period}`)
  await expect.element(screen.getByText('Lease ends: from 01/12/2026')).toBeVisible()
  await screen.getByRole('button', { name: 'Filters (1)' }).click()
  await screen.getByRole('combobox', { name: 'Own field' }).selectOptions('Postcode')
  await screen.getByRole('textbox', { name: 'Postcode', exact: true }).fill('EC1 ')

  await expect.poll(() => api.sent.at(-1)?.path).toBe(`/api/clients/c1/sites?${both}&limit=50`)
  expect(screen.at()).toContain(both)
  await expect.element(screen.getByRole('article', { name: 'North depot' })).toBeVisible()
})
