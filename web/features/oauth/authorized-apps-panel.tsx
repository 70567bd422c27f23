import { Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { revokeAuthorizedApp } from '#schemas/resources/oauth-tokens.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Failure } from '#web/components/failure.tsx'
import { Panel } from '#web/components/panel.tsx'
import table from '#web/components/table.module.css'
import { Waiting } from '#web/components/waiting.tsx'
import styles from '#web/features/oauth/oauth.module.css'
import { authorizedAppsQuery } from '#web/features/oauth/oauth.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { lastUse } from '#web/lib/last-use.ts'

const AppRow = ({ app }: { app: AuthorizedApp }) => {
  const queries = useQueryClient()
  const about = `authorized-app-${app.id}`
  const revoke = async () => {
    await callApi(revokeAuthorizedApp, { params: { id: app.id } })
    await queries.invalidateQueries({ queryKey: authorizedAppsQuery.queryKey })
    void announce(`${app.client.name} has no access any more.`)
  }
  return (
    <tr>
      <th scope="row" id={about}>
        {app.client.name}
        <p className={styles.detail}>{`${app.team.name}, since ${longDateTime(app.created_at)}, ${lastUse(app)}`}</p>
      </th>
      <td data-label="Scopes" className={styles.whole}>
        {app.scopes.map(({ description }) => description).join(', ')}
      </td>
      <td className={table.actions}>
        <ConfirmButton
          title="Revoke access"
          question={`Are you sure you want to revoke the access of ${app.client.name} to ${app.team.name}? It ends at once.`}
          answers={['No, Go Back', 'Yes, Revoke']}
          about={about}
          onYes={revoke}
        >
          Revoke
        </ConfirmButton>
      </td>
    </tr>
  )
}

const AppsTable = ({ apps }: { apps: readonly AuthorizedApp[] }) => (
  <div className={table.frame}>
    <table className={table.table} aria-label="Authorized applications">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Scopes</th>
          <th scope="col">
            <span className={table.unseen}>Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {apps.map((app) => (
          <AppRow key={app.id} app={app} />
        ))}
      </tbody>
    </table>
  </div>
)

/** Programs of others that the user has allowed to act for them. */
export const AuthorizedAppsPanel = () => {
  const apps = useQuery({ ...authorizedAppsQuery, staleTime: 0 })
  return (
    <Panel title="Authorized applications">
      {apps.isPending && <Waiting label="Loading authorized applications" />}
      {apps.isLoadingError && <Failure message={messageOf(apps.error)} onRetry={() => void apps.refetch()} />}
      {apps.data?.length === 0 && <Text size="md">You have not authorized any applications.</Text>}
      {apps.data && apps.data.length > 0 && <AppsTable apps={apps.data} />}
    </Panel>
  )
}
