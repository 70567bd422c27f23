import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { deleteClient } from '#schemas/resources/clients.ts'
import ConfirmDialog from '#web/components/confirm-dialog.tsx'
import { useDeletion } from '#web/components/use-deletion.ts'
import { EditClientDialog } from '#web/features/clients/edit-client-dialog.tsx'
import { dialogAtom } from '#web/features/clients/opened-dialog.ts'

/** The dialog about a client that is open: edit, or delete (CLNT-18 to CLNT-24). */
const ClientDialog = ({ onDeleted }: { onDeleted?: () => unknown }) => {
  const [{ dialog, opened }, setDialog] = useAtom(dialogAtom)
  const remove = useDeletion(deleteClient, 'clients')
  useEffect(() => () => setDialog({ dialog: null, opened: false }), [setDialog])
  if (!dialog) return null
  const { kind, client } = dialog
  const shared = { opened, onClose: () => setDialog({ dialog, opened: false }) }
  if (kind === 'edit') return <EditClientDialog {...shared} client={client} />
  return (
    <ConfirmDialog
      {...shared}
      title="Delete Client"
      question="Are you sure you want to delete this client?"
      warning="Warning: Deleting this client will also delete all sites/visits/files for this client."
      answers={['No, Go Back', 'Yes, Delete']}
      onYes={() => remove(client, onDeleted)}
    />
  )
}

export default ClientDialog
