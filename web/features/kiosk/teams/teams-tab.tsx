import { useNavigate } from '@tanstack/react-router'
import { daysInTrash } from '#schemas/records/trash.ts'
import { type DeletedTeam, listDeletedTeams, restoreTeam, searchTeams } from '#schemas/resources/kiosk-teams.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { PlaceLink } from '#web/components/links.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { Panel } from '#web/components/panel.tsx'
import { EmptyHint } from '#web/components/query-state.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { AccountTab } from '#web/features/kiosk/accounts/account-tab.tsx'
import { Back } from '#web/features/kiosk/accounts/profile.tsx'
import { TeamProfile } from '#web/features/kiosk/teams/team-profile.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { listQuery } from '#web/lib/queries.ts'
import { useChanged } from '#web/lib/use-changed.ts'

const erased = 'an erased person'

const detailOf = ({ slug, owner, deleted_at, deleted_by_user, restorable_until }: DeletedTeam): string =>
  `${slug}, of ${owner.name ?? erased}. Deleted by ${deleted_by_user.name ?? erased} on ${longDate(deleted_at)}, ` +
  `removed for ever on ${longDate(restorable_until)}`

const RestoreButton = ({ team: { id, name }, about }: { team: DeletedTeam; about: string }) => {
  const changed = useChanged(['operator'])
  const navigate = useNavigate()
  const restore = async () => {
    await callApi(restoreTeam, { params: { id } })
    await navigate({ to: '.', hash: `/teams/${id}`, hashScrollIntoView: false })
    await changed(`The team ${name} has been restored.`)
  }
  return (
    <ConfirmButton
      title="Restore team"
      question={`Are you sure you want to restore ${name}? Its members work in it again, and its owner is told by mail. A plan that it had stays ended.`}
      answers={['No, Go Back', 'Yes, Restore']}
      about={about}
      onYes={restore}
    >
      Restore
    </ConfirmButton>
  )
}

/** Deleted teams while they can be restored, most recently deleted first (D-96). */
const DeletedTeams = () => (
  <>
    <Back hash="/teams" several="teams" />
    <Panel title="Deleted teams" wide>
      <PagedList
        query={listQuery(listDeletedTeams)}
        nouns={['deleted team', 'deleted teams']}
        empty={<EmptyHint icon="trash">{`No team was deleted in the last ${daysInTrash} days.`}</EmptyHint>}
      >
        {(teams) => (
          <Rows label="Deleted teams">
            {teams.map((team) => (
              <Row
                key={team.id}
                name={team.name}
                detail={detailOf(team)}
                actions={(about) => <RestoreButton team={team} about={about} />}
              />
            ))}
          </Rows>
        )}
      </PagedList>
    </Panel>
  </>
)

const find = async (query: string) => (await callApi(searchTeams, { body: { query } })).data

/** The search of teams, the profile of the one whose id is in the address, and deleted teams. */
const TeamsTab = () => (
  <AccountTab
    nouns={['team', 'teams']}
    find={find}
    profile={(id) => (id === 'deleted' ? <DeletedTeams /> : <TeamProfile key={id} id={id} />)}
    beside={<PlaceLink hash="/teams/deleted">Deleted teams</PlaceLink>}
    row={({ id: teamId, name, slug, owner, photo_url, created_at }) => (
      <Row
        key={teamId}
        name={name}
        hash={`/teams/${teamId}`}
        picture={photo_url}
        detail={`${slug}, of ${owner.name ?? 'an erased person'}${created_at ? `, since ${longDate(created_at)}` : ''}`}
      />
    )}
  />
)

export default TeamsTab
