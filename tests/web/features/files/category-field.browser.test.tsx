import { expect, test, vi } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { CategoryField } from '#web/features/files/category-field.tsx'

const data = [
  { id: 'f', name: 'Fire safety', depth: 0, path: 'Fire safety' },
  { id: 'h', name: 'HVAC', depth: 0, path: 'HVAC' },
  { id: 'w', name: 'Water', depth: 0, path: 'Water' },
]
vi.mock('#web/features/files/categories.ts', async (original) => ({
  ...(await original<object>()),
  useCategoryChoices: () => ({ data }),
}))
vi.mock('#web/lib/when-answered.ts', async (original) => ({ ...(await original<object>()), useFree: () => false }))

test('the categories of a file are named before their field has loaded', async () => {
  const screen = await renderApp(<CategoryField value={['w', 'f']} onChange={() => {}} />)
  await expect.element(screen.getByRole('textbox', { name: 'Categories' })).toHaveValue('Fire safety, Water')
})
