import { lazy } from 'react'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { LateField } from '#web/components/late-field.tsx'
import { useCategoryChoices } from '#web/features/files/categories.ts'
import type { CategoryFieldProps } from '#web/features/files/category-select.tsx'
import { patient } from '#web/lib/patient.ts'

const CategorySelect = lazy(
  patient(async () => ({ default: (await import('#web/features/files/category-select.tsx')).CategorySelect })),
)

/** The categories of a file, where there are any to choose from. The field with its list loads by itself. */
export const CategoryField = (props: Omit<CategoryFieldProps, 'categories'>) => {
  const choices = useCategoryChoices()
  const categories = choices.data
  if (choices.isLoadingError) return <ChoicesFailure choices={choices} />
  if (!categories || categories.length === 0) return null
  return (
    <LateField standIn={{ label: 'Categories', placeholder: props.none ?? 'Uncategorised' }}>
      <CategorySelect {...props} categories={categories} />
    </LateField>
  )
}
