import { type TeamProfile as Shown, showTeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { PlaceLink } from '#web/components/links.tsx'
import { Panel } from '#web/components/panel.tsx'
import { Row, Rows } from '#web/components/rows.tsx'
import { Customer, PresentDiscount } from '#web/features/kiosk/accounts/account-facts.tsx'
import { subscriptionWords, trialWords } from '#web/features/kiosk/accounts/account-words.ts'
import { HistoryOf } from '#web/features/kiosk/accounts/history-of.tsx'
import { Fact, NoProfile, Profile } from '#web/features/kiosk/accounts/profile.tsx'
import { TeamActions } from '#web/features/kiosk/teams/team-actions.tsx'
import { longDateTime } from '#web/lib/dates.ts'
import { overrideWords } from '#web/lib/override-words.ts'
import { useFresh } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

const search = { hash: '/teams', several: 'teams' }

const heldBy = ({ site_count, file_count, files_size }: Shown['team']): string =>
  `${counted(site_count, 'site', 'sites')}, ${counted(file_count, 'file', 'files')}, ${humanReadableSize(files_size)}`

const limitsOf = ({ limits_override: given }: Shown['team']): string =>
  given === null ? 'Those of the plan or trial' : `${overrideWords(given)}, because: ${given.reason}`

const Facts = ({ profile: { team, revenue, provider_url } }: { profile: Shown }) => (
  <>
    <Fact name="Owner">
      <PlaceLink hash={`/users/${team.owner_id}`}>{team.owner.name ?? 'An erased person'}</PlaceLink>
    </Fact>
    <Fact name="Created">{team.created_at === null ? 'Unknown' : longDateTime(team.created_at)}</Fact>
    <Fact name="Holds">{heldBy(team)}</Fact>
    <Fact name="Trial">{trialWords(team.trial_ends_at)}</Fact>
    <Fact name="Limits">{limitsOf(team)}</Fact>
    <Fact name="Subscription">{subscriptionWords(team)}</Fact>
    <Fact name="Discount">
      <PresentDiscount kind="team" id={team.id} />
    </Fact>
    <Fact name="Revenue">{money(revenue)}</Fact>
    <Fact name="Customer">
      <Customer account={team} page={provider_url} />
    </Fact>
    <Fact name="Id">
      <code>{team.id}</code>
    </Fact>
  </>
)

const Members = ({ users }: Pick<Shown['team'], 'users'>) => (
  <Panel title="Members" wide>
    <Rows label="Members">
      {users.map(({ id, name, photo_url, role_on_current_team }) => (
        <Row
          key={id}
          name={name ?? 'Erased person'}
          hash={`/users/${id}`}
          picture={photo_url}
          detail={labelOfRole(role_on_current_team)}
        />
      ))}
    </Rows>
  </Panel>
)

/** A team as operators see it. */
export const TeamProfile = ({ id }: { id: string }) => {
  const query = useFresh(showTeamProfile, { id })
  const profile = query.data
  if (!profile) return <NoProfile {...search} one="team" query={query} />
  const { team } = profile
  return (
    <Profile
      {...search}
      name={team.name}
      detail={team.slug}
      picture={team.photo_url}
      facts={<Facts profile={profile} />}
      actions={<TeamActions team={team} />}
    >
      <Members users={team.users} />
      <HistoryOf about={{ team: team.id }} />
    </Profile>
  )
}
