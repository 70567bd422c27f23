import type { FileVersion } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import type { RecordDialog } from '#web/components/record/record-feature.ts'
import type { ChosenFiles } from '#web/features/files/chosen.ts'

/** A dialog of the gallery, about one file or the chosen ones. */
export type FileDialog =
  | RecordDialog<SiteFile, 'preview' | 'versions'>
  | { kind: 'version'; record: SiteFile; version: FileVersion }
  | { kind: 'label' | 'visit' | 'date' | 'expiry' | 'delete-many' | 'move' | 'zip'; chosen: ChosenFiles }
