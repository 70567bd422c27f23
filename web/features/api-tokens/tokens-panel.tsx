import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { type ApiToken, deleteApiToken } from '#schemas/resources/api-tokens.ts'
import { counted } from '#schemas/text/counted.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { tokensQuery } from '#web/features/api-tokens/tokens.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { lastUse } from '#web/lib/last-use.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const loadDialog = retryingImport(() => import('#web/features/api-tokens/edit-token-dialog.tsx'))
const EditTokenDialog = lazy(loadDialog)

const expiryOf = ({ expires_at: at }: ApiToken): string => {
  if (at === null) return 'never expires'
  return `${Date.parse(at) <= Date.now() ? 'expired' : 'expires'} ${longDateTime(at)}`
}

const TokenRow = ({ token }: { token: ApiToken }) => {
  const changed = useChanged(tokensQuery.queryKey)
  const [editing, setEditing] = useState(false)
  const remove = async () => {
    await callApi(deleteApiToken, { params: { id: token.id } })
    await changed(`${token.name} has been deleted.`)
  }
  return (
    <>
      <Row
        name={token.name}
        detail={`${counted(token.metadata.abilities.length, 'ability', 'abilities')}, created ${longDateTime(token.created_at)}, ${lastUse(token)}, ${expiryOf(token)}`}
        actions={(about) => (
          <>
            <Button
              variant="default"
              size="xs"
              aria-haspopup="dialog"
              aria-describedby={about}
              onClick={() => setEditing(true)}
              onPointerEnter={() => void loadDialog()}
            >
              Edit
            </Button>
            <ConfirmButton
              title="Delete API token"
              question={`Are you sure you want to delete ${token.name}? Whatever uses it stops working at once.`}
              answers={['No, Go Back', 'Yes, Delete']}
              about={about}
              onYes={remove}
            >
              Delete
            </ConfirmButton>
          </>
        )}
      />
      {editing && (
        <DialogOutlet>
          <EditTokenDialog token={token} onClose={() => setEditing(false)} />
        </DialogOutlet>
      )}
    </>
  )
}

/** The user's tokens for the current team. */
export const TokensPanel = () => {
  const tokens = useQuery({ ...tokensQuery, staleTime: 0 })
  return (
    <Panel title="API tokens">
      <LoadedRows
        query={tokens}
        label="Loading API tokens"
        empty={<Text size="md">No API tokens have been created yet.</Text>}
      >
        {(rows) => (
          <Rows label="API tokens">
            {rows.map((each) => (
              <TokenRow key={each.id} token={each} />
            ))}
          </Rows>
        )}
      </LoadedRows>
    </Panel>
  )
}
