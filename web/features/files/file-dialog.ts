import type { SiteFile } from '#schemas/resources/files.ts'
import type { RecordDialog } from '#web/components/record/record-feature.ts'

/** A dialog of the gallery, about one file or the selected ones. */
export type FileDialog =
  | RecordDialog<SiteFile, 'preview'>
  | { kind: 'label' | 'visit' | 'date' | 'expiry' | 'delete-many'; files: readonly SiteFile[] }
