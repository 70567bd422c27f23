import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useCategories } from '#web/features/files/categories.ts'
import type { CategoryFieldProps } from '#web/features/files/category-select.tsx'

const CategorySelect = lazy(async () => ({
  default: (await import('#web/features/files/category-select.tsx')).CategorySelect,
}))

/** The categories of a file, where there are any to choose from. The field with its list loads by itself. */
export const CategoryField = (props: Omit<CategoryFieldProps, 'categories'>) => {
  const categories = useCategories()
  if (!categories || categories.length === 0) return null
  return (
    <Suspense fallback={<TextInput label="Categories" placeholder="Uncategorised" readOnly />}>
      <CategorySelect {...props} categories={categories} />
    </Suspense>
  )
}
