import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listClients } from '#schemas/resources/clients.ts'
import { removeSiteThumbnail, type Site, setSiteThumbnail, showSite, updateSite } from '#schemas/resources/sites.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { Options } from '#web/components/options.tsx'
import { ThumbnailField } from '#web/components/thumbnail-field.tsx'
import { announce } from '#web/lib/announce.ts'
import { choicesQuery, oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { site: Site; opened: boolean; onClose: () => void }
type Values = { name: string; postcode: string; client_id: Site['client_id'] }

const valuesOf = ({ name, postcode, client_id }: Site): Values => ({ name, postcode: postcode ?? '', client_id })

const EditSiteForm = ({ site, onClose }: Omit<Props, 'opened'>) => {
  const own = { id: site.client_id, name: site.client_name }
  const { data: clients = [own] } = useQuery({ ...choicesQuery(listClients), enabled: useCan()('clients.view') })
  const clientName = (id: string) => clients.find((client) => client.id === id)?.name ?? site.client_name

  const edit = useEditForm({
    endpoint: updateSite,
    show: showSite,
    resource: 'sites',
    record: site,
    valuesOf,
    body: (values) => values,
    preview: (shown, { postcode, ...values }) => ({
      ...shown,
      ...values,
      postcode: postcode || null,
      client_name: clientName(values.client_id),
    }),
    onDone: ({ name }) => {
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  return (
    <EditForm
      edit={edit}
      action={['Update Site', 'Updating Site']}
      fields={[
        { label: 'Name', shown: ({ name }) => name },
        { label: 'Postcode', shown: ({ postcode }) => postcode },
        { label: 'Client', shown: ({ client_id }) => clientName(client_id) },
      ]}
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
      <TextInput label="Postcode" maxLength={16} autoComplete="off" {...edit.form.getInputProps('postcode')} />
      <NativeSelect label="Client" {...edit.form.getInputProps('client_id')}>
        <Options records={clients} />
      </NativeSelect>
    </EditForm>
  )
}

/** Name, postcode, client and thumbnail of a site (SITE-20 to SITE-22, D-76). */
export const EditSiteDialog = ({ site, opened, onClose }: Props) => {
  // The picture is drawn in the background, and shows here as soon as it is.
  const { data: shown } = useQuery({ ...oneQuery(showSite, { id: site.id }), initialData: site })
  return (
    <Dialog title="Edit Site" opened={opened} onClose={onClose}>
      <ThumbnailField
        label="Thumbnail"
        resetLabel="Reset"
        record={shown}
        resource="sites"
        replace={setSiteThumbnail}
        reset={removeSiteThumbnail}
        icon="pin"
      />
      <EditSiteForm site={shown} onClose={onClose} />
    </Dialog>
  )
}
