import { uploadedColumns } from '#api/services/files/stored-content.ts'
import type { DocumentRow } from '#projections/facilities/documents.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Document } from '#schemas/resources/documents.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { showDate } from '#schemas/time/dates.ts'
import { presentOriginal } from './original.ts'

/** Presents a document. */
export const presentDocument = ({ hash: sha256, completed_at, expires_at, ...row }: DocumentRow): Document => ({
  ...row,
  sha256,
  original: presentOriginal(row),
  file_path: `documents/${row.id}`,
  human_readable_size: humanReadableSize(row.size),
  completed_at: showDate(completed_at),
  expires_at: expires_at && showDate(expires_at),
})

/** A document right after its upload, as its command wrote it. */
export const addedDocument = (uploaded: EventNamed<'DocumentUploaded'>['data'], at: string): DocumentRow => ({
  id: uploaded.documentId,
  ...uploadedColumns(uploaded, at),
})
