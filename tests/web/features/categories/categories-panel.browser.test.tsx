import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import CategoriesPanel from '#web/features/categories/categories-panel.tsx'

const api = fakeApi()

const open = async (abilities: object) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  api.on('GET /api/categories', () => ({ body: [{ id: 'k1', name: 'Safety', children: [] }] }))
  const screen = await renderApp(
    <Suspense>
      <CategoriesPanel />
    </Suspense>,
  )
  await expect.element(screen.getByText('1 category')).toBeVisible()
  return screen
}

test('who may add categories gets to the form by a button above them and by the key n', async () => {
  const screen = await open({ categories: { view: true, create: true } })
  const name = screen.getByRole('textbox', { name: 'Category Name' })

  await screen.getByRole('button', { name: 'Add a category' }).click()
  await expect.element(name).toHaveFocus()
  name.element().blur()
  await userEvent.keyboard('n')

  await expect.element(name).toHaveFocus()
})

test('who may not add categories sees no button', async () => {
  const screen = await open({ categories: { view: true } })

  await expect.element(screen.getByRole('button', { name: 'Add a category' })).not.toBeInTheDocument()
})
