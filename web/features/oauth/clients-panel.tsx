import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { ClientsTable } from '#web/features/oauth/clients-table.tsx'
import styles from '#web/features/oauth/oauth.module.css'
import { clientsQuery } from '#web/features/oauth/oauth.ts'

const clientDialog = lazyDialog(() => import('#web/features/oauth/client-dialog.tsx'))

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
