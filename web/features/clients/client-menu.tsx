import { useSetAtom } from 'jotai'
import type { Client } from '#schemas/resources/clients.ts'
import { RecordMenu } from '#web/components/record-menu.tsx'
import { loadClientDialogs } from '#web/features/clients/client-dialogs.tsx'
import { type ClientDialog, dialogAtom } from '#web/features/clients/opened-dialog.ts'

/** Edit and Delete of a client, each for whoever may (CLNT-15 to CLNT-17, ABIL-02, ABIL-03). */
export const ClientMenu = ({ client }: { client: Client }) => {
  const show = useSetAtom(dialogAtom)
  const open = (kind: ClientDialog['kind']) => () => show({ dialog: { kind, client }, opened: true })
  return (
    <RecordMenu
      kind="clients"
      record={client}
      labels={['Edit', 'Delete']}
      onEdit={open('edit')}
      onDelete={open('delete')}
      onNear={() => void loadClientDialogs()}
    />
  )
}
