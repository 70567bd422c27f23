import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteOAuthClient, type OAuthClient } from '#schemas/resources/oauth-clients.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/features/oauth/oauth.module.css'
import { clientsQuery } from '#web/features/oauth/oauth.ts'
import { callApi } from '#web/lib/api.ts'
import { lastUse } from '#web/lib/last-use.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** Programs that ask other users for access. */
export const ClientsPanel = () => {
  const clients = useQuery({ ...clientsQuery, staleTime: 0 })
  const { opened, opener, outlet } = useLazyDialog(clientDialog)
  return (
    <Panel title="OAuth clients" wide>
      <Text size="md">A program of yours that asks the users of Siteledger for access to their teams.</Text>
      <LoadedRows
        query={clients}
        label="Loading OAuth clients"
        empty={<Text size="md">You have not created any OAuth clients.</Text>}
      >
        {(rows) => <ClientsTable clients={rows} />}
      </LoadedRows>
      <Button variant="default" className={styles.add ?? ''} {...opener}>
        Create New Client
      </Button>
      {outlet({}, String(opened))}
    </Panel>
  )
}

/** The secret of a client, hidden until somebody asks for it. An operator who impersonates the owner gets none. */
const ClientSecret = ({ client: { secret, confidential }, about }: { client: OAuthClient; about: string }) => {
  const [shown, setShown] = useState(false)
  if (secret === null) return <span className={styles.none}>{confidential ? 'Hidden' : 'None: a public client'}</span>
  return (
    <div className={styles.secret}>
      <code className={styles.code}>{shown ? secret : '••••••••••••'}</code>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="xs" aria-describedby={about} onClick={() => setShown((now) => !now)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
        <CopyButton text={secret} what="secret" about={about} variant="default" size="xs">
          Copy
        </CopyButton>
      </Group>
    </div>
  )
}

const clientDialog = lazyDialog(() => import('#web/features/oauth/client-dialog.tsx'))

const idOf = ({ id }: OAuthClient): string => `oauth-client-${id}`

const ClientActions = ({ client }: { client: OAuthClient }) => {
  const changed = useChanged(clientsQuery.queryKey)
  const { opened, opener, outlet } = useLazyDialog(clientDialog)
  const about = idOf(client)
  const remove = async () => {
    await callApi(deleteOAuthClient, { params: { id: client.id } })
    await changed(`${client.name} has been deleted.`)
  }
  return (
    <>
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
      {outlet({ client }, `${client.revision} ${opened}`)}
    </>
  )
}

/** The clients of the user; on a phone each row is a card. */
const ClientsTable = ({ clients }: { clients: readonly OAuthClient[] }) => (
  <PlainTable
    label="OAuth clients"
    columns={[
      { heading: 'Client ID', className: styles.whole, cell: ({ id }) => <code className={styles.code}>{id}</code> },
      {
        heading: 'Name',
        className: styles.name,
        cell: (client) => (
          <>
            {client.name}
            <p className={styles.detail}>{lastUse(client)}</p>
          </>
        ),
      },
      {
        heading: 'Secret',
        className: styles.whole,
        cell: (client) => <ClientSecret client={client} about={idOf(client)} />,
      },
    ]}
    rows={clients}
    keyOf={({ id }) => id}
    naming={1}
    nameId={idOf}
    actions={(client) => <ClientActions client={client} />}
  />
)
