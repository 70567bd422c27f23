import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { searchTeams } from '#schemas/resources/kiosk-teams.ts'
import { PlaceLink } from '#web/components/links.tsx'
import { Row } from '#web/components/rows.tsx'
import { AccountList } from '#web/features/kiosk/accounts/account-list.tsx'
import { useAccountSearch } from '#web/features/kiosk/accounts/use-account-search.ts'
import { DeletedTeams } from '#web/features/kiosk/teams/deleted-teams.tsx'
import { TeamProfile } from '#web/features/kiosk/teams/team-profile.tsx'
import { callApi } from '#web/lib/api.ts'
import { useChosenId } from '#web/lib/chosen-id.ts'
import { longDate } from '#web/lib/dates.ts'
import { useEscape } from '#web/lib/use-escape.ts'

const find = async (query: string) => (await callApi(searchTeams, { body: { query } })).data

/** The search of teams, the profile of the one whose id is in the address, and deleted teams. */
const TeamsTab = () => {
  const id = useChosenId()
  const navigate = useNavigate()
  const found = useAccountSearch('teams', find)
  const seen = useRef(id)
  useEffect(() => {
    seen.current = id
  }, [id])
  useEscape(() => void navigate({ to: '.', hash: '/teams', hashScrollIntoView: false }), id !== undefined)
  if (id === 'deleted') return <DeletedTeams />
  if (id !== undefined) return <TeamProfile key={id} id={id} />
  return (
    <AccountList
      nouns={['team', 'teams']}
      found={found}
      returned={seen.current !== undefined}
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
}

export default TeamsTab
