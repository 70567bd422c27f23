import { Alert, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai'
import { lazy, Suspense } from 'react'
import { inTreeOrder, maxLevels } from '#schemas/records/category-tree.ts'
import { addCategory, selectCategories } from '#schemas/resources/categories.ts'
import { counted } from '#schemas/text/counted.ts'
import { AddButton } from '#web/components/add-button.tsx'
import { AsOfButton } from '#web/components/as-of-button.tsx'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Icon } from '#web/components/icon.tsx'
import list from '#web/components/paged-list.module.css'
import { Panel } from '#web/components/panel.tsx'
import { EmptyHint, Failure, Waiting } from '#web/components/query-state.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { SearchBar } from '#web/components/search-bar.tsx'
import { found } from '#web/features/categories/arrange.ts'
import styles from '#web/features/categories/categories-panel.module.css'
import { categoryDialogs } from '#web/features/categories/category-feature.ts'
import { ExpiryMonthsInput } from '#web/features/categories/expiry-months-field.tsx'
import { refusedMoveAtom, treeQuery, useArrange } from '#web/features/categories/use-arrange.ts'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

/**
 * 'Add a Category': its name, its parent, and when its files expire; a category of the last level cannot be a parent
 * (D-47).
 */
const AddCategoryForm = () => {
  const queries = useQueryClient()
  const choices = useQuery(oneQuery(selectCategories))
  const { form, ...state } = useEndpointForm({
    endpoint: addCategory,
    initial: { name: '', parent_id: '', expires_after_months: '' },
    body: (values) => values,
    onDone: ({ name }) => {
      form.setFieldValue('name', '')
      form.setFieldValue('expires_after_months', '')
      void reload(queries, 'categories')
      void announce(`${name} has been added.`)
    },
  })
  const parents = (choices.data ?? [])
    .filter(({ depth }) => depth < maxLevels)
    .map(({ id, name, depth }) => ({ value: id as string, label: `${'\u2003'.repeat(depth - 1)}${name}` }))
  return (
    <Panel title="Add a Category">
      <EndpointForm {...state} action={['Add Category', 'Adding Category']}>
        <TextInput
          label="Category Name"
          required
          withAsterisk={false}
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Parent Category"
          data={[{ value: '', label: 'None' }, ...parents]}
          {...form.getInputProps('parent_id')}
        />
        <ExpiryMonthsInput {...form.getInputProps('expires_after_months')} value={form.values.expires_after_months} />
        <ChoicesFailure choices={choices} />
      </EndpointForm>
    </Panel>
  )
}

/** Says that a move conflicted with other people's changes, above the current tree, and offers to retry it (D-28). */
const RefusedMove = () => {
  const [refused, setRefused] = useAtom(refusedMoveAtom)
  const arrange = useArrange()
  if (!refused) return null
  return (
    <Alert color="yellow" variant="light" mb="md" role="alert" icon={<Icon name="alert" size={18} />}>
      <Text size="md" c="var(--mantine-color-text)">
        {`Someone else has changed the categories meanwhile. They are shown as they are now; ${refused.name} has not been moved.`}
      </Text>
      <Group gap="sm" mt="sm">
        <Button variant="default" size="xs" onClick={() => arrange(refused)}>
          {`Move ${refused.name} again`}
        </Button>
        <Button variant="subtle" size="xs" onClick={() => setRefused(null)}>
          Leave it
        </Button>
      </Group>
    </Alert>
  )
}

const CategoryTree = lazy(retryingImport(() => import('#web/features/categories/category-tree.tsx')))

const Categories = () => {
  const can = useCan()
  const search = useListSearch()
  const tree = useQuery(treeQuery)
  if (tree.isPending) return <Waiting label="Loading categories" />
  if (tree.isLoadingError) return <Failure error={tree.error} onRetry={() => void tree.refetch()} />
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
        <AsOfButton />
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
