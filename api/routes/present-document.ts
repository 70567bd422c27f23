import type { DocumentRow } from '#projections/documents.ts'
import { showDate } from '#schemas/calendar-date.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import type { Document } from '#schemas/resources/documents.ts'

/** A document as it is answered. */
export const presentDocument = ({ hash: _, completed_on, ...row }: DocumentRow): Document => ({
  ...row,
  file_path: `documents/${row.id}`,
  human_readable_size: humanReadableSize(row.size),
  completed_at: showDate(completed_on),
})
