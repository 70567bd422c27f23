import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import type { OAuthClient } from '#schemas/resources/oauth-clients.ts'
import { deleteOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import table from '#web/components/table.module.css'
import { ClientSecret } from '#web/features/oauth/client-secret.tsx'
import styles from '#web/features/oauth/oauth.module.css'
import { clientsQuery } from '#web/features/oauth/oauth.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { lastUse } from '#web/lib/last-use.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/oauth/client-dialog.tsx'))
const ClientDialog = lazy(loadDialog)

const ClientRow = ({ client }: { client: OAuthClient }) => {
  const queries = useQueryClient()
  const { wanted, opened, onClose, opener } = useLazyDialog(loadDialog)
  const about = `oauth-client-${client.id}`
  const remove = async () => {
    await callApi(deleteOAuthClient, { params: { id: client.id } })
    await queries.invalidateQueries({ queryKey: clientsQuery.queryKey })
    void announce(`${client.name} has been deleted.`)
  }
  return (
    <tr>
      <td data-label="Client ID" className={styles.whole}>
        <code className={styles.code}>{client.id}</code>
      </td>
      <th scope="row" id={about} className={styles.name}>
        {client.name}
        <p className={styles.detail}>{lastUse(client)}</p>
      </th>
      <td data-label="Secret" className={styles.whole}>
        <ClientSecret client={client} about={about} />
      </td>
      <td className={table.actions}>
        <div>
          <Button variant="default" size="xs" aria-describedby={about} {...opener}>
            Edit
          </Button>
          <ConfirmButton
            title="Delete OAuth client"
            question={`Are you sure you want to delete ${client.name}? All that users have allowed it ends at once.`}
            answers={['No, Go Back', 'Yes, Delete']}
            about={about}
            onYes={remove}
          >
            Delete
          </ConfirmButton>
        </div>
        {wanted && (
          <DialogOutlet about={opened}>
            <ClientDialog key={`${client.revision} ${opened}`} client={client} opened={opened} onClose={onClose} />
          </DialogOutlet>
        )}
      </td>
    </tr>
  )
}

/** The clients of the user; on a phone each row is a card. */
export const ClientsTable = ({ clients }: { clients: readonly OAuthClient[] }) => (
  <div className={table.frame}>
    <table className={table.table} aria-label="OAuth clients">
      <thead>
        <tr>
          <th scope="col">Client ID</th>
          <th scope="col">Name</th>
          <th scope="col">Secret</th>
          <th scope="col">
            <span className={table.unseen}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} />
        ))}
      </tbody>
    </table>
  </div>
)
