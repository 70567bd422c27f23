import type { Category } from '#schemas/resources/categories.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordDialog } from '#web/components/record/record-feature.ts'

/** The dialogs of a category: edit, move, require and delete; the tree has their buttons. */
export const categoryDialogs = lazyDialogs<RecordDialog<Category, 'move' | 'require'>>(
  () => import('#web/features/categories/category-dialogs.tsx'),
)
