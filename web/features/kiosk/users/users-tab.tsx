import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { searchUsers } from '#schemas/resources/kiosk-users.ts'
import { Row } from '#web/components/rows.tsx'
import { AccountList } from '#web/features/kiosk/accounts/account-list.tsx'
import { useAccountSearch } from '#web/features/kiosk/accounts/use-account-search.ts'
import { UserProfile } from '#web/features/kiosk/users/user-profile.tsx'
import { callApi } from '#web/lib/api.ts'
import { useChosenId } from '#web/lib/chosen-id.ts'
import { longDate } from '#web/lib/dates.ts'
import { useEscape } from '#web/lib/use-escape.ts'

const find = async (query: string) => (await callApi(searchUsers, { body: { query } })).data

/** The search of users, and the profile of the one whose id is in the address. */
const UsersTab = () => {
  const id = useChosenId()
  const navigate = useNavigate()
  const found = useAccountSearch('users', find)
  const seen = useRef(id)
  useEffect(() => {
    seen.current = id
  }, [id])
  useEscape(() => void navigate({ to: '.', hash: '/users', hashScrollIntoView: false }), id !== undefined)
  if (id !== undefined) return <UserProfile key={id} id={id} />
  return (
    <AccountList
      nouns={['user', 'users']}
      found={found}
      returned={seen.current !== undefined}
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
}

export default UsersTab
