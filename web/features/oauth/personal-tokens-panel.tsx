import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deletePersonalToken, type PersonalToken } from '#schemas/resources/personal-tokens.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import styles from '#web/features/oauth/oauth.module.css'
import { personalTokensQuery } from '#web/features/oauth/oauth.ts'
import { callApi } from '#web/lib/api.ts'
import { counted } from '#web/lib/counted.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { lastUse } from '#web/lib/last-use.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const personalTokenDialog = lazyDialog(() => import('#web/features/oauth/personal-token-dialog.tsx'))

const detailOf = (token: PersonalToken): string => {
  const { team, scopes, expires_at: end } = token
  const state = Date.parse(end) <= Date.now() ? 'expired' : 'expires'
  return `${team.name}, ${counted(scopes.length, 'scope', 'scopes')}, ${lastUse(token)}, ${state} ${longDateTime(end)}`
}

const TokenRow = ({ token }: { token: PersonalToken }) => {
  const changed = useChanged(personalTokensQuery.queryKey)
  const remove = async () => {
    await callApi(deletePersonalToken, { params: { id: token.id } })
    await changed(`${token.name} has been deleted.`)
  }
  return (
    <Row
      name={token.name}
      detail={detailOf(token)}
      actions={(about) => (
        <ConfirmButton
          title="Delete personal access token"
          question={`Are you sure you want to delete ${token.name}? Whatever uses it stops working at once.`}
          answers={['No, Go Back', 'Yes, Delete']}
          about={about}
          onYes={remove}
        >
          Delete
        </ConfirmButton>
      )}
    />
  )
}

/** The user's personal access tokens. */
export const PersonalTokensPanel = () => {
  const tokens = useQuery({ ...personalTokensQuery, staleTime: 0 })
  const { opened, opener, outlet } = useLazyDialog(personalTokenDialog)
  return (
    <Panel title="Personal access tokens">
      <LoadedRows
        query={tokens}
        label="Loading personal access tokens"
        empty={<Text size="md">You have not created any personal access tokens.</Text>}
      >
        {(rows) => (
          <Rows label="Personal access tokens">
            {rows.map((each) => (
              <TokenRow key={each.id} token={each} />
            ))}
          </Rows>
        )}
      </LoadedRows>
      <Button variant="default" className={styles.add ?? ''} {...opener}>
        Create New Token
      </Button>
      {outlet({}, String(opened))}
    </Panel>
  )
}
