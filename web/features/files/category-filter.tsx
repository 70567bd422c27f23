import { lazy } from 'react'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import { Icon } from '#web/components/icon.tsx'
import { LazyField } from '#web/components/lazy-field.tsx'
import styles from '#web/features/files/category-select.module.css'
import type { CategoryFilterProps } from '#web/features/files/category-select.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'

const CategoryFilterSelect = lazy(
  retryingImport(async () => ({
    default: (await import('#web/features/files/category-select.tsx')).CategoryFilterSelect,
  })),
)

/** Filters the gallery by category; the list loads lazily. */
export const CategoryFilter = (props: CategoryFilterProps) => {
  if (props.categories.length === 0 && props.value === undefined) return null
  const chosen = props.categories.find(({ id }) => id === props.value)
  const other = props.value === uncategorised ? 'Uncategorised' : 'All'
  return (
    <LazyField
      fallback={{
        'aria-label': 'Category',
        value: chosen?.path ?? other,
        className: styles.filter ?? '',
        leftSection: <Icon name="tag" />,
      }}
    >
      <CategoryFilterSelect {...props} />
    </LazyField>
  )
}
