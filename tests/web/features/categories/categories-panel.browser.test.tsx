import { QueryClient, useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CategoryId } from '#schemas/ids.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import CategoriesPanel from '#web/features/categories/categories-panel.tsx'
import { treeQuery, useArrange } from '#web/features/categories/use-arrange.ts'
import { reload } from '#web/lib/affected.ts'

const api = fakeApi()

const open = async (abilities: object) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  api.on('GET /api/categories', () => ({ body: [{ id: 'k1', name: 'Safety', children: [] }] }))
  const screen = await renderApp(<CategoriesPanel />)
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

const Mover = () => {
  const arrange = useArrange()
  const { data = [] } = useQuery(treeQuery)
  const move = { id: 'k2' as CategoryId, name: 'Water', target: { parentId: null, beforeId: 'k1' as CategoryId } }
  return (
    <>
      <p>{data.map(({ name }) => name).join(', ')}</p>
      <button type="button" onClick={() => arrange(move)}>
        Move
      </button>
    </>
  )
}

test('a move that is being saved stays in sight when news of an earlier change comes in', async () => {
  const fire = { id: 'k1', name: 'Fire', children: [] }
  const water = { id: 'k2', name: 'Water', children: [] }
  const saved = Promise.withResolvers<void>()
  api.on('GET /api/categories', () => ({ body: [fire, water] }))
  api.on('PUT /api/categories', async () => {
    await saved.promise
    api.on('GET /api/categories', () => ({ body: [water, fire] }))
    return { body: [water, fire] }
  })
  const queries = new QueryClient()
  const screen = await renderApp(<Mover />, queries)
  await expect.element(screen.getByText('Fire, Water')).toBeVisible()
  await screen.getByRole('button', { name: 'Move' }).click()
  await expect.element(screen.getByText('Water, Fire')).toBeVisible()

  await reload(queries, 'categories')

  expect(queries.getQueryData(treeQuery.queryKey)).toMatchObject([{ name: 'Water' }, { name: 'Fire' }])
  saved.resolve()
  await expect.poll(() => queries.isFetching()).toBe(0)
  await expect.element(screen.getByText('Water, Fire')).toBeVisible()
})
