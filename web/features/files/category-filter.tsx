import { lazy } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { LateField } from '#web/components/late-field.tsx'
import styles from '#web/features/files/category-select.module.css'
import type { CategoryFilterProps } from '#web/features/files/category-select.tsx'
import { patient } from '#web/lib/patient.ts'

const CategoryFilterSelect = lazy(
  patient(async () => ({ default: (await import('#web/features/files/category-select.tsx')).CategoryFilterSelect })),
)

/** Narrows the gallery to a category; its list loads by itself. */
export const CategoryFilter = (props: CategoryFilterProps) => {
  if (props.categories.length === 0) return null
  const chosen = props.categories.find(({ id }) => id === props.value)
  return (
    <LateField
      standIn={{
        'aria-label': 'Category',
        value: chosen?.path ?? 'All',
        className: styles.filter ?? '',
        leftSection: <Icon name="tag" />,
      }}
    >
      <CategoryFilterSelect {...props} />
    </LateField>
  )
}
