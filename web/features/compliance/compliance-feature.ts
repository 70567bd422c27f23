import type { ReactNode } from 'react'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'

export type Named = { id: string; name: string }

/** A required category at a site. */
export type OpenedCell = { site: Named; category: Named }

/** What is open beside or above the table: a cell, or what is required of a category. */
export type ComplianceDialog = ({ kind: 'cell' } & OpenedCell) | { kind: 'requirement'; category: Named }

/** The drawer of a cell, and the dialog of a requirement; `files` renders the files of a cell, and the form that adds one. */
export const complianceDialogs = lazyDialogs<ComplianceDialog, { files: (cell: OpenedCell) => ReactNode }>(
  () => import('#web/features/compliance/compliance-dialogs.tsx'),
)
