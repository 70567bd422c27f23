import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CategoryId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import type * as contracts from '#schemas/resources/categories.ts'
import { type Category, deleteCategory, showCategory, updateCategory } from '#schemas/resources/categories.ts'
import { showCategoryDeletion } from '#schemas/resources/deletions.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import type { RecordDialogProps } from '#web/components/record/record-feature.ts'
import { RequirementDialog } from '#web/components/requirement/requirement-dialog.tsx'
import { textField } from '#web/components/text-field.tsx'
import { branchOf, fitsBelow } from '#web/features/categories/arrange.ts'
import { expiryMonthsField } from '#web/features/categories/expiry-months-field.tsx'
import { treeQuery, useArrange } from '#web/features/categories/use-arrange.ts'

type Props = { record: Category; opened: boolean; onClose: () => void }

const none = ''
const last = ''

const MoveCategoryForm = ({ record: category, onClose }: Omit<Props, 'opened'>) => {
  const { data: tree = [] } = useQuery(treeQuery)
  const arrange = useArrange()
  const [parent, setParent] = useState<string>(category.parent_id ?? none)
  const [before, setBefore] = useState<string>(last)

  const branch = branchOf(tree, category.id) ?? category
  const parents = inTreeOrder(tree).filter(({ node }) => fitsBelow(tree, branch, node.id))
  const siblings = (parents.find(({ node }) => node.id === parent)?.node.children ?? tree).filter(
    ({ id }) => id !== category.id,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const idOf = (value: string) => (value === '' ? null : (value as CategoryId))
    arrange({ id: category.id, name: category.name, target: { parentId: idOf(parent), beforeId: idOf(before) } })
    onClose()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <NativeSelect
          label="Parent Category"
          data-autofocus
          value={parent}
          onChange={(event) => {
            setParent(event.currentTarget.value)
            setBefore(last)
          }}
          data={[
            { value: none, label: 'None' },
            ...parents.map(({ node, level }) => ({
              value: node.id,
              label: `${'\u2003'.repeat(level - 1)}${node.name}`,
            })),
          ]}
        />
        <NativeSelect
          label="Place"
          value={before}
          onChange={(event) => setBefore(event.currentTarget.value)}
          data={[
            ...siblings.map(({ id, name }) => ({ value: id as string, label: `Before ${name}` })),
            { value: last, label: siblings.length > 0 ? 'At the end' : 'The only one there' },
          ]}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Moves a category without dragging: to a parent and a position among its children. */
const MoveCategoryDialog = ({ record, opened, onClose }: Props) => (
  <Dialog title={`Move ${record.name}`} opened={opened} onClose={onClose}>
    <MoveCategoryForm key={record.id} record={record} onClose={onClose} />
  </Dialog>
)

const category: RecordDescription<typeof contracts.updateCategory> = {
  noun: 'Category',
  resource: 'categories',
  show: showCategory,
  update: updateCategory,
  remove: deleteCategory,
  fields: {
    name: textField('name', 'Category Name'),
    slug: textField('slug', 'Slug'),
    expires_after_months: expiryMonthsField,
  },
  showDeletion: showCategoryDeletion,
  question: 'Are you sure you want to delete this category and any subcategories?',
}

/** Edits the name, slug and expiry of a category, moves it, says who must have it, or deletes it. */
const CategoryDialogs = ({ dialog, ...props }: RecordDialogProps<contracts.Category, 'move' | 'require'>) => {
  const { kind, record } = dialog
  if (kind === 'move') return <MoveCategoryDialog {...props} record={record} />
  if (kind === 'require') return <RequirementDialog {...props} key={record.id} category={record} />
  return <RecordDialogs {...props} dialog={{ kind, record }} about={category} />
}

export default CategoryDialogs
