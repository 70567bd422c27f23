import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { AddButton } from '#web/components/add-button.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Failure } from '#web/components/failure.tsx'
import list from '#web/components/paged-list.module.css'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { SearchBar } from '#web/components/search-bar.tsx'
import { Waiting } from '#web/components/waiting.tsx'
import { AddCategoryForm } from '#web/features/categories/add-category-form.tsx'
import { found } from '#web/features/categories/arrange.ts'
import styles from '#web/features/categories/categories-panel.module.css'
import { categoryDialogs } from '#web/features/categories/category-feature.ts'
import { RefusedMove } from '#web/features/categories/refused-move.tsx'
import { treeQuery } from '#web/features/categories/use-arrange.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { counted } from '#web/lib/counted.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

const CategoryTree = lazy(retryingImport(() => import('#web/features/categories/category-tree.tsx')))

const Categories = () => {
  const can = useCan()
  const search = useListSearch()
  const tree = useQuery(treeQuery)
  if (tree.isPending) return <Waiting label="Loading categories" />
  if (tree.isLoadingError) return <Failure message={messageOf(tree.error)} onRetry={() => void tree.refetch()} />
  if (tree.data.length === 0) {
    const hint = can('categories.create') ? 'Add your first category below…' : 'No categories have been added yet.'
    return <EmptyHint icon="tag">{hint}</EmptyHint>
  }
  const searching = search.typed.trim() !== ''
  const shown = searching ? found(tree.data, search.typed) : tree.data
  const movable = can('categories.update') && !searching
  return (
    <>
      <div className={list.tools}>
        <SearchBar context="categories" search={search} />
        {can('categories.create') && <AddButton noun="category" />}
      </div>
      <RefusedMove />
      <Text size="sm" c="dimmed" mb="sm">
        {counted(inTreeOrder(tree.data).length, 'category', 'categories')}
        {movable && ' · Drag to rearrange'}
        {movable && <span className={styles.keys}>, or press Space on one and move it with the arrows</span>}
      </Text>
      {shown.length === 0 ? (
        <EmptyHint icon="search">No results</EmptyHint>
      ) : (
        <Suspense fallback={<Waiting label="Loading categories" />}>
          <CategoryTree tree={shown} movable={movable} />
        </Suspense>
      )}
    </>
  )
}

/** The team's categories, and below them the form that adds one. */
const CategoriesPanel = () => {
  const mayCreate = useCan()('categories.create')
  return (
    <>
      <Categories />
      {mayCreate && <AddCategoryForm />}
      <DialogsOutlet dialogs={categoryDialogs} />
    </>
  )
}

export default CategoriesPanel
