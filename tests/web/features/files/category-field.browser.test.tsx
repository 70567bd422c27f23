import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { CategoryField } from '#web/features/files/category-field.tsx'

const api = fakeApi()

/** A question that stays open: until it is answered, what the page can do without does not load. */
const Asking = () => {
  useQuery({ queryKey: ['open'], queryFn: () => new Promise<never>(() => {}) })
  return null
}

test('the categories of a file are named before their field has loaded', async () => {
  api.on('GET /user/current', () => ({ body: { abilities: { categories: { view: true } } } }))
  api.on('GET /api/categories/select', () => ({
    body: ['Fire safety', 'HVAC', 'Water'].map((name, id) => ({ id: `${id}`, name, depth: 0, path: name })),
  }))
  const screen = await renderApp(
    <>
      <Asking />
      <CategoryField value={['2', '0']} onChange={() => {}} />
    </>,
  )

  await expect.element(screen.getByRole('textbox', { name: 'Categories' })).toHaveValue('Fire safety, Water')
})
