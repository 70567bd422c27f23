import type * as contracts from '#schemas/resources/visits.ts'
import { deleteVisit, showVisit, updateVisit } from '#schemas/resources/visits.ts'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import type { RecordDialogProps } from '#web/components/record/record-feature.ts'
import { visitFields } from '#web/features/visits/visit-fields.tsx'

const visit: RecordDescription<typeof contracts.updateVisit> = {
  noun: 'Visit',
  resource: 'visits',
  show: showVisit,
  update: updateVisit,
  remove: deleteVisit,
  fields: visitFields,
}

/** Edits the name, site and dates of a visit, or deletes it (D-76). */
const VisitDialogs = (props: RecordDialogProps<contracts.Visit>) => <RecordDialogs {...props} about={visit} />

export default VisitDialogs
