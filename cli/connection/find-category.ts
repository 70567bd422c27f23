import type { CategoryId } from '#schemas/ids.ts'
import { selectCategories } from '#schemas/resources/categories.ts'
import { finder } from './find-by-name.ts'

/** The category with this id, name, or path such as 'Fire / Alarms'. */
export const findCategory = finder<CategoryId>('category', async (server, text) => {
  const { data } = await server.call(selectCategories)
  return data.map(({ id, name, path }) => ({ id, name: text.includes('/') ? path : name }))
})
