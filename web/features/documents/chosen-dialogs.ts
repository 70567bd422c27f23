import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { Chosen } from '#web/features/documents/chosen.ts'

/** The dialog about the chosen documents; `total` is how many the list holds by now. */
export const chosenDialogs = lazyDialogs<{ chosen: Chosen }, { total: number }>(
  () => import('#web/features/documents/change-expiry-dialog.tsx'),
)
