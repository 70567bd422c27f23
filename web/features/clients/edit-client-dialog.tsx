import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Client,
  removeClientThumbnail,
  setClientThumbnail,
  showClient,
  updateClient,
} from '#schemas/resources/clients.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { initials } from '#web/components/thumbnail.tsx'
import { ThumbnailField } from '#web/components/thumbnail-field.tsx'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { client: Client; opened: boolean; onClose: () => void }

const EditClientForm = ({ client, onClose }: Omit<Props, 'opened'>) => {
  const edit = useEditForm({
    endpoint: updateClient,
    show: showClient,
    resource: 'clients',
    record: client,
    valuesOf: ({ name }) => ({ name }),
    body: (values) => values,
    preview: (shown, values) => ({ ...shown, ...values }),
    onDone: ({ name }) => {
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  return (
    <EditForm
      edit={edit}
      action={['Update Client', 'Updating Client']}
      fields={[{ label: 'Name', shown: ({ name }) => name }]}
    >
      <TextInput
        label="Name"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps('name')}
      />
    </EditForm>
  )
}

/** Name and logo of a client (CLNT-18 to CLNT-20). */
export const EditClientDialog = ({ client, opened, onClose }: Props) => {
  // The picture is drawn in the background, and shows here as soon as it is.
  const { data: shown } = useQuery({ ...oneQuery(showClient, { id: client.id }), initialData: client })
  return (
    <Dialog title="Edit Client" opened={opened} onClose={onClose}>
      <ThumbnailField
        label="Logo"
        resetLabel="Remove"
        record={shown}
        resource="clients"
        replace={setClientThumbnail}
        reset={removeClientThumbnail}
        icon="building"
        letters={initials(shown.name)}
      />
      <EditClientForm client={shown} onClose={onClose} />
    </Dialog>
  )
}
