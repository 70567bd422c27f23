import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AuthorizedApp, revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { deletePersonalToken, type PersonalToken } from '#schemas/resources/personal-tokens.ts'
import { counted } from '#schemas/text/counted.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { LoadedRows } from '#web/components/loaded.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import styles from '#web/features/oauth/oauth.module.css'
import { authorizedAppsQuery, personalTokensQuery } from '#web/features/oauth/oauth.ts'
import { callApi } from '#web/lib/api.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { lastUse } from '#web/lib/last-use.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const idOf = ({ id }: AuthorizedApp): string => `authorized-app-${id}`

const RevokeButton = ({ app }: { app: AuthorizedApp }) => {
  const changed = useChanged(authorizedAppsQuery.queryKey)
  const revoke = async () => {
    await callApi(revokeAuthorizedApp, { params: { id: app.id } })
    await changed(`${app.client.name} has no access any more.`)
  }
  return (
    <ConfirmButton
      title="Revoke access"
      question={`Are you sure you want to revoke the access of ${app.client.name} to ${app.team.name}? It ends at once.`}
      answers={['No, Go Back', 'Yes, Revoke']}
      about={idOf(app)}
      onYes={revoke}
    >
      Revoke
    </ConfirmButton>
  )
}

const columns: readonly PlainColumn<AuthorizedApp>[] = [
  {
    heading: 'Name',
    cell: (app) => (
      <>
        {app.client.name}
        <p className={styles.detail}>{`${app.team.name}, since ${longDateTime(app.created_at)}, ${lastUse(app)}`}</p>
      </>
    ),
  },
  {
    heading: 'Scopes',
    className: styles.whole,
    cell: ({ scopes }) => scopes.map(({ description }) => description).join(', '),
  },
]

/** Programs of others that the user has allowed to act for them. */
export const AuthorizedAppsPanel = () => {
  const apps = useQuery({ ...authorizedAppsQuery, staleTime: 0 })
  return (
    <Panel title="Authorized applications">
      <LoadedRows
        query={apps}
        label="Loading authorized applications"
        empty={<Text size="md">You have not authorized any applications.</Text>}
      >
        {(rows) => (
          <PlainTable
            label="Authorized applications"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            nameId={idOf}
            actions={(app) => <RevokeButton app={app} />}
          />
        )}
      </LoadedRows>
    </Panel>
  )
}

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
