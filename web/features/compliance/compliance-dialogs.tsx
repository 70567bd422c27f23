import type { ReactNode } from 'react'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import { RequirementDialog } from '#web/components/requirement/requirement-dialog.tsx'
import { CellDrawer } from '#web/features/compliance/cell-drawer.tsx'
import type { ComplianceDialog, OpenedCell } from '#web/features/compliance/compliance-dialog.ts'

type Own = { files: (cell: OpenedCell) => ReactNode }

/** The drawer of a cell, or the dialog of a requirement. */
const ComplianceDialogs = ({ dialog, files, opened, onClose }: DialogProps<ComplianceDialog> & Own) => {
  const { category } = dialog
  if (dialog.kind === 'requirement')
    return <RequirementDialog key={category.id} category={category} opened={opened} onClose={onClose} />
  const { site } = dialog
  return (
    <CellDrawer key={`${site.id}/${category.id}`} site={site} category={category} opened={opened} onClose={onClose}>
      {files({ site, category })}
    </CellDrawer>
  )
}

export default ComplianceDialogs
