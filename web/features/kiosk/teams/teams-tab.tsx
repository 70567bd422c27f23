import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Panel } from '#web/components/panel.tsx'
import { showTeamProfile } from '#web/lib/calls/kiosk-profiles.ts'
import { useChosenId } from '#web/lib/chosen-id.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

const Profile = ({ id }: { id: string }) => {
  const { team, revenue } = useSuspenseQuery(oneQuery(showTeamProfile, { id })).data
  return (
    <Panel title={team.name}>
      <Text>Has paid {money(revenue)}.</Text>
    </Panel>
  )
}

/** The team whose id is in the address (KIOSK-05). */
const TeamsTab = () => {
  const id = useChosenId()
  if (id === undefined) return <EmptyHint icon="search">The address #/teams/ and an id shows that team.</EmptyHint>
  return <Profile key={id} id={id} />
}

export default TeamsTab
