import type * as contracts from '#schemas/resources/clients.ts'
import {
  deleteClient,
  removeClientThumbnail,
  setClientThumbnail,
  showClient,
  updateClient,
} from '#schemas/resources/clients.ts'
import { showClientDeletion } from '#schemas/resources/deletions.ts'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import type { RecordDialogProps } from '#web/components/record/record-feature.ts'
import { initials } from '#web/components/thumbnail.tsx'
import { ThumbnailField } from '#web/components/thumbnail-field.tsx'
import { clientFields } from '#web/features/clients/client-fields.tsx'

const client: RecordDescription<typeof contracts.updateClient> = {
  noun: 'Client',
  resource: 'clients',
  show: showClient,
  update: updateClient,
  remove: deleteClient,
  fields: clientFields,
  showDeletion: showClientDeletion,
  warning: 'Warning: Deleting this client will also delete all sites/visits/files for this client.',
  head: (client) => (
    <ThumbnailField
      label="Logo"
      resetLabel="Remove"
      record={client}
      resource="clients"
      replace={setClientThumbnail}
      reset={removeClientThumbnail}
      icon="building"
      initials={initials(client.name)}
    />
  ),
}

/** Edits the name and the logo of a client, or deletes it. */
const ClientDialogs = (props: RecordDialogProps<contracts.Client>) => <RecordDialogs {...props} about={client} />

export default ClientDialogs
