import type { SiteFile } from '#schemas/resources/files.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { FileDialog } from '#web/features/files/file-dialog.ts'

/** The dialogs of a gallery; `files` are the files that it shows so far, of `total`; `loadMore` loads those that follow. */
export const fileDialogs = lazyDialogs<FileDialog, { files: readonly SiteFile[]; total: number; loadMore: () => void }>(
  () => import('#web/features/files/file-dialogs.tsx'),
)
