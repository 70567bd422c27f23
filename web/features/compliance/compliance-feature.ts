import type { ReactNode } from 'react'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { ComplianceDialog, OpenedCell } from '#web/features/compliance/compliance-dialog.ts'

/** The drawer of a cell, and the dialog of a requirement; `files` renders the files of a cell, and the form that adds one. */
export const complianceDialogs = lazyDialogs<ComplianceDialog, { files: (cell: OpenedCell) => ReactNode }>(
  () => import('#web/features/compliance/compliance-dialogs.tsx'),
)
