import type { ArrangedKind } from '#schemas/nouns.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { addSavedView, deleteSavedView, type SavedView, updateSavedView } from '#schemas/resources/saved-views.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import type { SavedViewDialog } from '#web/components/list/viewed-list.ts'
import type { DialogProps } from '#web/components/record/lazy-dialogs.tsx'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { savedViewsQuery } from '#web/lib/opened-view.ts'
import { addressOf } from '#web/lib/saved-views.ts'
import { useCan } from '#web/lib/session.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type Values = { name: string; shared: boolean }
type FieldsProps = { form: ReturnType<typeof useEndpointForm<never, Values>>['form']; kind: ArrangedKind }

const Fields = ({ form, kind }: FieldsProps) => {
  const mayShare = useCan()(`${kind}.update`)
  return (
    <>
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      {mayShare && (
        <Checkbox label="For everyone in the team" {...form.getInputProps('shared', { type: 'checkbox' })} />
      )}
    </>
  )
}

type AddProps = Extract<SavedViewDialog, { kind: 'add' }> & { onClose: () => void }

const AddForm = ({ list, arranged, onClose }: AddProps) => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { form, ...state } = useEndpointForm({
    endpoint: addSavedView,
    initial: { name: '', shared: false },
    body: (values) => ({ kind: list, ...values, ...arranged }),
    onDone: async (view) => {
      await queries.invalidateQueries({ queryKey: savedViewsQuery.queryKey })
      await navigate({ to: '.', ...addressOf(view), replace: true, resetScroll: false, hashScrollIntoView: false })
      void announce(`${view.name} has been saved.`)
      onClose()
    },
  })
  return (
    <EndpointForm {...state} action={['Save view', 'Saving view']} narrow>
      <Fields form={form} kind={list} />
    </EndpointForm>
  )
}

const EditForm = ({ view, onClose }: { view: SavedView; onClose: () => void }) => {
  const changed = useChanged(savedViewsQuery.queryKey)
  const { kind, name, shared, filters, sort, look, columns } = view
  const { form, ...state } = useEndpointForm({
    endpoint: updateSavedView,
    params: { id: view.id },
    initial: { name, shared },
    body: (values) => ({ ...values, filters, sort, look, columns }),
    extras: () => ({ ifMatch: view.revision }),
    onDone: async (saved) => {
      await changed(`${saved.name} has been saved.`)
      onClose()
    },
  })
  return (
    <EndpointForm {...state} action={['Save', 'Saving']} narrow>
      <Fields form={form} kind={kind} />
    </EndpointForm>
  )
}

type DeleteProps = { view: SavedView; opened: boolean; onClose: () => void }

const DeleteView = ({ view, ...shared }: DeleteProps) => {
  const changed = useChanged(savedViewsQuery.queryKey)
  const { change } = useListAddress()
  const remove = async () => {
    await callApi(deleteSavedView, { params: { id: view.id } })
    change({ view: null })
    await changed(`${view.name} has been deleted.`)
  }
  return (
    <ConfirmDialog
      {...shared}
      title={`Delete ${view.name}`}
      question={
        view.shared
          ? 'The view is deleted for everyone in the team. What it shows stays.'
          : 'The view is deleted. What it shows stays.'
      }
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={remove}
    />
  )
}

/** Saves, renames, shares and deletes views of lists. */
const SavedViewDialogs = ({ dialog, opened, onClose }: DialogProps<SavedViewDialog>) => {
  if (dialog.kind === 'delete') return <DeleteView view={dialog.view} opened={opened} onClose={onClose} />
  return (
    <Dialog title={dialog.kind === 'add' ? 'Save this view' : 'Edit view'} opened={opened} onClose={onClose}>
      {dialog.kind === 'add' ? (
        <AddForm {...dialog} onClose={onClose} />
      ) : (
        <EditForm key={dialog.view.id} view={dialog.view} onClose={onClose} />
      )}
    </Dialog>
  )
}

export default SavedViewDialogs
