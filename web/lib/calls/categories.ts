import type * as contracts from '#schemas/resources/categories.ts'
import { call } from '#web/lib/call.ts'

export const listCategories = call<typeof contracts.listCategories>('GET', '/api/categories', 'categories.view')
export const selectCategories = call<typeof contracts.selectCategories>(
  'GET',
  '/api/categories/select',
  'categories.view',
)
export const showCategory = call<typeof contracts.showCategory>('GET', '/api/category/{id}', 'categories.view')
export const addCategory = call<typeof contracts.addCategory>('POST', '/api/category', 'categories.create')
export const updateCategory = call<typeof contracts.updateCategory>('PUT', '/api/category/{id}', 'categories.update')
export const deleteCategory = call<typeof contracts.deleteCategory>(
  'DELETE',
  '/api/category/{id}',
  'categories.delete',
  { response: 'empty' },
)
export const arrangeCategories = call<typeof contracts.arrangeCategories>('PUT', '/api/categories', 'categories.update')
