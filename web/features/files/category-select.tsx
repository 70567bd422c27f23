import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { Icon } from '#web/components/icon.tsx'
import categoryOptionsStyles from '#web/features/files/category-options.module.css'
import styles from '#web/features/files/category-select.module.css'

/** Options that a search matches by their whole path, 'Fire / Alarms', and that render as a tree. */
const categoryOptions = (categories: readonly CategoryChoice[]) =>
  categories.map(({ id, path }) => ({ value: id, label: path }))

/** One row of the tree, indented by its level; `note` precedes the name. */
const CategoryOption = ({ category }: { category: CategoryChoice }) => (
  <span className={categoryOptionsStyles.option} data-depth={category.depth}>
    {category.name}
  </span>
)

// Fixed positioning keeps a dialog from clipping the list.
const popover = { withinPortal: false, floatingStrategy: 'fixed', shadow: 'md' } as const
const all = 'all'

const shown = (categories: readonly CategoryChoice[]) => {
  const byId = new Map<string, CategoryChoice>(categories.map((category) => [category.id, category]))
  return ({ option }: { option: { value: string; label: string } }) => {
    const category = byId.get(option.value)
    return category ? <CategoryOption category={category} /> : option.label
  }
}

export type CategoryFieldProps = {
  categories: readonly CategoryChoice[]
  value: string[]
  onChange: (ids: string[]) => void
  /** The label when none is chosen; a file without categories is uncategorised. */
  none?: string
  error?: ReactNode
  disabled?: boolean
}

/** Chooses any number of categories. */
export const CategorySelect = ({
  categories,
  value,
  onChange,
  none = 'Uncategorised',
  error,
  disabled = false,
}: CategoryFieldProps) => (
  // Together with the hidden input it is one field of its form.
  <div>
    <MultiSelect
      label="Categories"
      placeholder={value.length === 0 ? none : ''}
      data={categoryOptions(categories)}
      renderOption={shown(categories)}
      value={value}
      onChange={onChange}
      error={error}
      disabled={disabled}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the categories' }}
      nothingFoundMessage="No results"
      withScrollArea={false}
      attributes={{ options: { tabIndex: -1 } }}
      classNames={{ inputField: styles.typing ?? '', options: styles.options ?? '' }}
      comboboxProps={popover}
    />
  </div>
)

export type CategoryFilterProps = {
  /** Without a label above it. */
  bare: boolean
  categories: readonly CategoryChoice[]
  /** The id of a category, `uncategorised`, or nothing for all. */
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Selects the name of the choice, so that what is typed takes its place; a search that was begun is left alone. */
const selectUnsearched =
  (label: string) =>
  ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    if (currentTarget.value === label) currentTarget.select()
  }

/** Chooses all files, those of one category and its descendants, or those without one. */
export const CategoryFilterSelect = ({ bare, categories, value, onChange }: CategoryFilterProps) => {
  const options = [
    { value: all, label: 'All' },
    ...categoryOptions(categories),
    { value: uncategorised, label: 'Uncategorised' },
  ]
  const onEnter = selectUnsearched(options.find((option) => option.value === (value ?? all))?.label ?? '')
  return (
    <Select
      {...(bare ? { 'aria-label': 'Category' } : { label: 'Category' })}
      className={styles.filter ?? ''}
      leftSection={<Icon name="tag" />}
      leftSectionPointerEvents="none"
      data={options}
      onFocus={onEnter}
      onClick={onEnter}
      selectFirstOptionOnChange
      renderOption={shown(categories)}
      value={value ?? all}
      onChange={(chosen) => onChange(chosen === null || chosen === all ? undefined : chosen)}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No results"
      withScrollArea={false}
      attributes={{ options: { tabIndex: -1 } }}
      classNames={{ options: styles.options ?? '' }}
      comboboxProps={popover}
    />
  )
}
