import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { UserId } from '#schemas/ids.ts'
import { type UserProfile as Shown, showUserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { searchUsers } from '#schemas/resources/kiosk-users.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { PlaceLink } from '#web/components/links.tsx'
import { Row } from '#web/components/rows.tsx'
import { Customer, PresentDiscount } from '#web/features/kiosk/accounts/account-facts.tsx'
import { AccountTab } from '#web/features/kiosk/accounts/account-tab.tsx'
import { subscriptionWords } from '#web/features/kiosk/accounts/account-words.ts'
import { HistoryOf } from '#web/features/kiosk/accounts/history-of.tsx'
import { Fact, NoProfile, Profile } from '#web/features/kiosk/accounts/profile.tsx'
import { UserActions } from '#web/features/kiosk/users/user-actions.tsx'
import { callApi } from '#web/lib/api.ts'
import { longDate, longDateTime } from '#web/lib/dates.ts'
import { useFresh } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

const search = { hash: '/users', several: 'users' }

const instant = (at: string | null, otherwise: string): string => (at === null ? otherwise : longDateTime(at))

const factorWords = ({ two_factor, phone }: Shown['user']): string => {
  if (two_factor === null) return 'Off'
  return two_factor === 'app' ? 'By an authenticator app' : `By text message to ${phone}`
}

const Teams = ({ teams }: Pick<Shown['user'], 'teams'>) =>
  teams.length === 0
    ? 'None'
    : teams.map(({ id, name, role }) => (
        <div key={id}>
          <PlaceLink hash={`/teams/${id}`}>{name}</PlaceLink>
          {`, ${labelOfRole(role)}`}
        </div>
      ))

const Facts = ({ profile: { user, revenue, provider_url } }: { profile: Shown }) => (
  <>
    <Fact name="Registered">{instant(user.created_at, 'Unknown')}</Fact>
    <Fact name="Last sign-in">{instant(user.last_logged_in_at, 'Never')}</Fact>
    <Fact name="Address">{user.email_verified ? 'Verified' : 'Not verified'}</Fact>
    <Fact name="Second factor">{factorWords(user)}</Fact>
    <Fact name="Teams">
      <Teams teams={user.teams} />
    </Fact>
    <Fact name="Subscription">{subscriptionWords(user)}</Fact>
    <Fact name="Discount">
      <PresentDiscount kind="user" id={user.id} />
    </Fact>
    <Fact name="Revenue">{money(revenue)}</Fact>
    <Fact name="Customer">
      <Customer account={user} page={provider_url} />
    </Fact>
    <Fact name="Id">
      <code>{user.id}</code>
    </Fact>
  </>
)

/** The history of the account, or that of its user's actions. */
const UserHistory = ({ id }: { id: UserId }) => {
  const [view, setView] = useState<'account' | 'deeds'>('account')
  return (
    <HistoryOf about={view === 'account' ? { resource: 'users', id } : { actor: id }}>
      <NativeSelect
        label="Show"
        maw="20rem"
        value={view}
        onChange={({ currentTarget }) => setView(currentTarget.value as typeof view)}
        data={[
          { value: 'account', label: 'What happened to the account' },
          { value: 'deeds', label: 'What the user did' },
        ]}
      />
    </HistoryOf>
  )
}

/** A user as operators see them. */
const UserProfile = ({ id }: { id: string }) => {
  const query = useFresh(showUserProfile, { id })
  const profile = query.data
  if (!profile) return <NoProfile {...search} one="user" query={query} />
  const { user } = profile
  return (
    <Profile
      {...search}
      name={user.name}
      detail={user.email}
      picture={user.photo_url}
      facts={<Facts profile={profile} />}
      actions={<UserActions user={user} />}
    >
      <UserHistory id={user.id} />
    </Profile>
  )
}

const find = async (query: string) => (await callApi(searchUsers, { body: { query } })).data

/** The search of users, and the profile of the one whose id is in the address. */
const UsersTab = () => (
  <AccountTab
    nouns={['user', 'users']}
    find={find}
    profile={(id) => <UserProfile key={id} id={id} />}
    row={({ id: userId, name, email, photo_url, created_at }) => (
      <Row
        key={userId}
        name={name}
        hash={`/users/${userId}`}
        picture={photo_url}
        detail={`${email}${created_at ? `, since ${longDate(created_at)}` : ''}`}
      />
    )}
  />
)

export default UsersTab
