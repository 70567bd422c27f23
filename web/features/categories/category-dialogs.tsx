import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { deleteCategory } from '#schemas/resources/categories.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/use-deletion.ts'
import { EditCategoryDialog } from '#web/features/categories/edit-category-dialog.tsx'
import { MoveCategoryDialog } from '#web/features/categories/move-category-dialog.tsx'
import { dialogAtom } from '#web/features/categories/opened-dialog.ts'

/** The dialogs that open over the tree, one at a time (CAT-09 to CAT-11). */
const CategoryDialogs = () => {
  const [{ dialog, opened }, setDialog] = useAtom(dialogAtom)
  const remove = useDeletion(deleteCategory, 'categories')
  useEffect(() => () => setDialog({ dialog: null, opened: false }), [setDialog])
  if (!dialog) return null
  const { kind, category } = dialog
  const shared = { opened, onClose: () => setDialog({ dialog, opened: false }) }
  if (kind === 'edit') return <EditCategoryDialog {...shared} category={category} />
  if (kind === 'move') return <MoveCategoryDialog {...shared} category={category} />
  return (
    <ConfirmDialog
      {...shared}
      title="Delete Category"
      question="Are you sure you want to delete this category and any subcategories?"
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => remove(category)}
    />
  )
}

export default CategoryDialogs
