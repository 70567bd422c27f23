import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listClients } from '#schemas/resources/clients.ts'
import { removeSiteThumbnail, type Site, setSiteThumbnail, showSite, updateSite } from '#schemas/resources/sites.ts'
import { ClientField } from '#web/components/client-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { ThumbnailField } from '#web/components/thumbnail-field.tsx'
import { announce } from '#web/lib/announce.ts'
import { offerQuery, oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { site: Site; opened: boolean; onClose: () => void }
type Values = { name: string; postcode: string; client_id: string; client_name: string }

const valuesOf = ({ name, postcode, client_id, client_name }: Site): Values => ({
  name,
  postcode: postcode ?? '',
  client_id,
  client_name,
})

const EditSiteForm = ({ site, onClose }: Omit<Props, 'opened'>) => {
  const own = { id: site.client_id, name: site.client_name }
  const { data: clients } = useQuery({ ...offerQuery(listClients), enabled: useCan()('clients.view') })

  const edit = useEditForm({
    endpoint: updateSite,
    show: showSite,
    resource: 'sites',
    record: site,
    valuesOf,
    body: ({ name, postcode, client_id }) => ({ name, postcode, client_id }),
    preview: (shown, { postcode, client_id, ...values }) => ({
      ...shown,
      ...values,
      postcode: postcode || null,
      client_id: client_id as Site['client_id'],
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
        { label: 'Client', shown: ({ client_name }) => client_name },
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
      <ClientField
        first={clients ?? { rows: [own], total: 1, next: null }}
        {...edit.form.getInputProps('client_id')}
        onChange={(client_id, client_name) => edit.form.setValues({ client_id, client_name })}
      />
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
