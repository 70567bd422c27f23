import type * as contracts from '#schemas/resources/categories.ts'
import { deleteCategory, showCategory, updateCategory } from '#schemas/resources/categories.ts'
import { showCategoryDeletion } from '#schemas/resources/deletions.ts'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import type { RecordDialogProps } from '#web/components/record/record-feature.ts'
import { textField } from '#web/components/text-field.tsx'
import { expiryMonthsField } from '#web/features/categories/expiry-months-field.tsx'
import { MoveCategoryDialog } from '#web/features/categories/move-category-dialog.tsx'

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

/** Edits the name, slug and expiry of a category, moves it, or deletes it. */
const CategoryDialogs = ({ dialog, ...props }: RecordDialogProps<contracts.Category, 'move'>) => {
  const { kind, record } = dialog
  if (kind === 'move') return <MoveCategoryDialog {...props} record={record} />
  return <RecordDialogs {...props} dialog={{ kind, record }} about={category} />
}

export default CategoryDialogs
