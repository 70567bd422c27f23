import { CompliancePanel } from '#web/features/compliance/compliance-panel.tsx'
import type { CompliancePlace } from '#web/features/compliance/use-compliance.ts'
import { FilesOfCell } from '#web/features/files/files-of-cell.tsx'

/** What is required of the sites of a place, or of the team, with the files that answer it. */
const CompliancePart = (place: CompliancePlace) => (
  <CompliancePanel {...place} files={(cell) => <FilesOfCell {...cell} />} />
)

export default CompliancePart
