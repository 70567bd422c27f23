import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { TrashId } from '#schemas/ids.ts'
import type { Resource } from '#schemas/nouns.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { ownInputs } from '#web/components/own/own-inputs.tsx'
import { Waiting } from '#web/components/query-state.tsx'
import { DeletionNote } from '#web/components/record/deletion-note.tsx'
import type { NamedRecord, RecordDialogProps } from '#web/components/record/record-feature.ts'
import { useEditForm } from '#web/components/use-edit-form.ts'
import { reloadAll, whileLeaving } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import type { Fields, FieldsOf } from '#web/lib/form-fields.ts'
import { optimistically } from '#web/lib/optimistic.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { oneQuery } from '#web/lib/queries.ts'

type Changed = LiveChange['resource']

/**
 * Deletes a record with `DELETE .../{id}` as an optimistic update, and offers to undo it while the toast shows; after
 * that the record can be restored from the trash (D-10). `leave` navigates away from the record's own page. When the
 * server refuses, the record returns to its lists, and the error is rethrown.
 */
export const useDeletion = (endpoint: Endpoint, resource: Changed) => {
  const queries = useQueryClient()
  return async ({ id, name }: { id: string; name: string }, leave?: () => unknown): Promise<void> => {
    const { trashId } = await whileLeaving(id, async () => {
      const answer = await optimistically({
        queries,
        resource,
        ids: [id],
        change: () => null,
        act: () => callApi(endpoint, { params: { id } }),
      })
      await leave?.()
      return answer
    })
    if (trashId === null) return announce(`${name} has been deleted.`)
    const undo = async () => {
      await callApi(restoreTrash, { params: { id: trashId as TrashId } })
      await reloadAll(queries)
    }
    void offerUndo({ text: `${name} has been deleted.`, undo, undone: `${name} has been restored.` })
  }
}

type Editable<E extends Endpoint> = ResponseOf<E> & NamedRecord & { revision: string }

/** How records of one kind are edited and deleted. */
export type RecordDescription<E extends Endpoint> = {
  /** The singular of the kind: 'Visit'. */
  noun: string
  resource: Resource
  show: Endpoint
  update: E
  remove: Endpoint
  fields: FieldsOf<E>
  /** Rendered above the fields with the current record, since a picture is rendered in the background. */
  head?: (record: ResponseOf<E>) => ReactNode
  /** The question before a delete, and a warning about what else it deletes. */
  question?: string
  warning?: string
  /** Answers what would be deleted with a record; without it, nothing is. */
  showDeletion?: Endpoint
}

type EditProps<E extends Endpoint> = { about: RecordDescription<E>; record: Editable<E>; onClose: () => void }

const EditRecord = <E extends Endpoint>({ about, record, onClose, own }: EditProps<E> & { own: Fields }) => {
  const { noun, resource, show, update } = about
  const fields = { ...about.fields, ...own } as FieldsOf<E> & Fields
  const onDone = (answer: ResponseOf<E>) => {
    onClose()
    void announce(`${(answer as Editable<E>).name} has been updated.`)
  }
  const edit = useEditForm({ endpoint: update, show, resource, record, fields, onDone })
  return <EditForm edit={edit} fields={fields} record={record} action={[`Update ${noun}`, `Updating ${noun}`]} />
}

/** Without an answer, own fields are left out of the form, and their values stay as they are. */
const EditWithOwn = <E extends Endpoint>(props: EditProps<E>) => {
  const { data, isPending } = useQuery(fieldsQuery)
  const own = ownInputs(data?.filter(({ of }) => of === props.about.resource) ?? [])
  return isPending ? <Waiting label="Loading fields" /> : <EditRecord {...props} own={own} />
}

const EditBelowHead = <E extends Endpoint>({ about, record, onClose }: EditProps<E>) => {
  const query = oneQuery(about.show, { id: record.id }) as unknown as UseQueryOptions
  // A page that is loaded ahead begins the same query without data, and a save that cancels it leaves it so.
  const now = (useQuery({ ...query, initialData: record }).data ?? record) as Editable<E>
  return (
    <>
      {about.head?.(now)}
      <EditWithOwn about={about} record={now} onClose={onClose} />
    </>
  )
}

type DeleteProps = Pick<RecordDialogProps<NamedRecord>, 'opened' | 'onClose' | 'onDeleted'> & {
  about: Pick<RecordDescription<Endpoint>, 'noun' | 'resource' | 'remove' | 'question' | 'warning' | 'showDeletion'>
  record: NamedRecord
}

const DeleteRecord = ({ about, record, onDeleted, ...shared }: DeleteProps) => {
  const { noun, resource, remove, warning, showDeletion } = about
  const { question = `Are you sure you want to delete this ${noun.toLowerCase()}?` } = about
  const deleteRecord = useDeletion(remove, resource)
  return (
    <ConfirmDialog
      {...shared}
      title={`Delete ${noun}`}
      question={question}
      {...(warning ? { warning } : {})}
      note={<DeletionNote record={record} kind={resource} show={showDeletion} />}
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => deleteRecord(record, onDeleted)}
    />
  )
}

type Props<E extends Endpoint> = Omit<RecordDialogProps<Editable<E>>, 'show'> & { about: RecordDescription<E> }

/** The open dialog of a record: edit or delete. */
export const RecordDialogs = <E extends Endpoint>({ about, dialog: { kind, record }, ...shared }: Props<E>) => {
  if (kind === 'delete') return <DeleteRecord {...shared} about={about} record={record} />
  const Edit = about.head ? EditBelowHead : EditWithOwn
  const { opened, onClose } = shared
  return (
    <Dialog title={`Edit ${about.noun}`} opened={opened} onClose={onClose}>
      <Edit key={record.id} about={about} record={record} onClose={onClose} />
    </Dialog>
  )
}
