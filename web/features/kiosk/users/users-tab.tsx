import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { Panel } from '#web/components/panel.tsx'
import { showUserProfile } from '#web/lib/calls/kiosk-profiles.ts'
import { useChosenId } from '#web/lib/chosen-id.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

const Profile = ({ id }: { id: string }) => {
  const { user, revenue } = useSuspenseQuery(oneQuery(showUserProfile, { id })).data
  return (
    <Panel title={user.name}>
      <Text>Has paid {money(revenue)}.</Text>
    </Panel>
  )
}

/** The user whose id is in the address (KIOSK-03). */
const UsersTab = () => {
  const id = useChosenId()
  if (id === undefined) return <EmptyHint icon="search">The address #/users/ and an id shows that user.</EmptyHint>
  return <Profile key={id} id={id} />
}

export default UsersTab
