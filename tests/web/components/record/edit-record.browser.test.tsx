import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type * as contracts from '#schemas/resources/categories.ts'
import { deleteCategory, showCategory, updateCategory } from '#schemas/resources/categories.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import { textField } from '#web/components/text-field.tsx'
import { oneQuery } from '#web/lib/queries.ts'

/** Two fields, whatever else a category has. */
const about = {
  noun: 'Category',
  resource: 'categories',
  show: showCategory,
  update: updateCategory,
  remove: deleteCategory,
  fields: { name: textField('name', 'Name'), slug: textField('slug', 'Slug') },
} as unknown as RecordDescription<typeof contracts.updateCategory>

const record = {
  id: 'c1',
  name: 'Roofs',
  slug: 'roofs',
  parent_id: null,
  children: [],
  revision: '1',
} as unknown as contracts.Category
const api = fakeApi()

/** The server holds this version by now, and takes a change of no other. */
const given = (present: object) => {
  const now = { ...record, ...present }
  api.on('GET /api/category/c1', () => ({ body: now }))
  api.on('PUT /api/category/c1', ({ body, ifMatch }) =>
    ifMatch === `"${now.revision}"`
      ? { body: { ...now, ...(body as object) } }
      : { status: 412, body: { message: 'x' } },
  )
}
const puts = () => api.sent.filter(({ method }) => method === 'PUT').map(({ body, ifMatch }) => ({ body, ifMatch }))

/** Types into a field of the dialog, and saves. */
const saveAs = async (field: string, text: string) => {
  const onClose = vi.fn()
  const screen = await renderApp(
    <RecordDialogs about={about} dialog={{ kind: 'edit', record }} opened onClose={onClose} />,
  )
  await screen.getByLabelText(field).fill(text)
  await screen.getByRole('button', { name: 'Update Category' }).click()
  return { screen, onClose }
}

test('an edit sends every field and the revision that it started from', async () => {
  given({})
  const { onClose } = await saveAs('Name', 'Roof works')

  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(puts()).toEqual([{ body: { name: 'Roof works', slug: 'roofs' }, ifMatch: '"1"' }])
})

test('a revision that reads the same in the form is no conflict', async () => {
  given({ revision: '2' })
  const { onClose } = await saveAs('Name', 'Roof works')

  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(puts().map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"'])
})

test('where somebody else was faster both versions show, and saving mine keeps what only they changed', async () => {
  given({ revision: '2', slug: 'tiles' })
  const { screen, onClose } = await saveAs('Name', 'Roof works')

  await expect.element(screen.getByRole('row', { name: 'Name Roof works Roofs' })).toBeVisible()
  await expect.element(screen.getByRole('row', { name: 'Slug tiles tiles' })).toBeVisible()
  await screen.getByRole('button', { name: 'Save Mine' }).click()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(puts().at(-1)).toEqual({ body: { name: 'Roof works', slug: 'tiles' }, ifMatch: '"2"' })
})

test('taking theirs puts their values into the form', async () => {
  given({ revision: '2', name: 'Tiles' })
  const { screen } = await saveAs('Name', 'Roof works')
  await screen.getByRole('button', { name: 'Take Theirs' }).click()

  await expect.element(screen.getByLabelText('Name')).toHaveValue('Tiles')
})

test('going back leaves the form as it was typed', async () => {
  given({ revision: '2', name: 'Tiles' })
  const { screen } = await saveAs('Name', 'Roof works')
  await screen.getByRole('button', { name: 'Go Back' }).click()

  await expect.element(screen.getByLabelText('Name')).toHaveValue('Roof works')
})

test('a field that is refused says why, takes the focus and keeps what was typed', async () => {
  api.on('PUT /api/category/c1', () => ({
    status: 422,
    body: { message: 'Invalid.', errors: { slug: ['The slug has already been taken.'] } },
  }))
  const { screen } = await saveAs('Slug', 'walls')

  await expect.element(screen.getByText('The slug has already been taken.')).toBeVisible()
  await expect.element(screen.getByLabelText('Slug')).toHaveFocus()
  await expect.element(screen.getByLabelText('Slug')).toHaveValue('walls')
})

test('what stands above the fields stays when a save cancels the same record that is being loaded ahead', async () => {
  api.on('GET /api/category/c1', () => new Promise(() => {}))
  const queries = new QueryClient()
  const query = oneQuery(showCategory, { id: 'c1' })
  void queries.prefetchQuery(query)
  const head = vi.fn(({ name }: contracts.Category) => <p>The category {name}</p>)
  const dialog = { kind: 'edit', record } as const
  const screen = await renderApp(
    <RecordDialogs about={{ ...about, head }} dialog={dialog} opened onClose={() => {}} />,
    queries,
  )
  await expect.element(screen.getByText('The category Roofs')).toBeVisible()
  const drawn = head.mock.calls.length

  await queries.cancelQueries({ queryKey: query.queryKey })

  await expect.poll(() => head.mock.calls.length).toBeGreaterThan(drawn)
  expect(head.mock.calls.map(([now]) => now)).toEqual(head.mock.calls.map(() => record))
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Roofs')
})
