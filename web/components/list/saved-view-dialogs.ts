import type { SavedViewDialog } from '#web/components/list/viewed-list.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'

export const savedViewDialogs = lazyDialogs<SavedViewDialog>(() => import('#web/components/list/saved-view-dialog.tsx'))
