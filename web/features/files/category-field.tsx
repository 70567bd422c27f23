import { lazy } from 'react'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { LazyField } from '#web/components/lazy-field.tsx'
import { useCategoryChoices } from '#web/features/files/categories.ts'
import type { CategoryFieldProps } from '#web/features/files/category-select.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

const CategorySelect = lazy(
  retryingImport(async () => ({ default: (await import('#web/features/files/category-select.tsx')).CategorySelect })),
)

/** The categories of a file, when there are any to choose from. The field loads lazily with its list. */
export const CategoryField = (props: Omit<CategoryFieldProps, 'categories'>) => {
  const choices = useCategoryChoices()
  const categories = choices.data
  if (choices.isLoadingError) return <ChoicesFailure choices={choices} />
  if (!categories || categories.length === 0) return null
  const chosen = categories.filter(({ id }) => props.value.includes(id)).map(({ name }) => name)
  return (
    <LazyField fallback={{ label: 'Categories', placeholder: props.none ?? 'Uncategorised', value: chosen.join(', ') }}>
      <CategorySelect {...props} categories={categories} />
    </LazyField>
  )
}
