import type { Resource } from '#schemas/nouns.ts'
import type { DialogProps, LazyDialogs } from '#web/components/record/lazy-dialogs.tsx'

export type NamedRecord = { id: string; name: string }

/** A dialog of a record: edit, delete, or another one of its kind. */
export type RecordDialog<Row, Other extends string = never> = { kind: 'edit' | 'delete' | Other; record: Row }

/** Navigates away from the record's own page once it is deleted. */
type Own = { onDeleted?: () => unknown }

export type RecordDialogProps<Row, Other extends string = never> = DialogProps<RecordDialog<Row, Other>> & Own

/** The parts of one kind of record that pages need besides its lists. */
export type RecordFeature<Row, Other extends string = never> = {
  kind: Resource
  /** Labels of the menu items that edit and delete: `['Edit Site', 'Delete Site']`. */
  labels: readonly [string, string]
  dialogs: LazyDialogs<RecordDialog<Row, Other>, Own>
}
