import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Team } from '#schemas/resources/teams.ts'
import { Icon } from '#web/components/icon.tsx'
import { goToTeam } from '#web/features/teams/switch-team.ts'
import styles from '#web/features/teams/team-menu.module.css'
import { teamsQuery } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** The items of the team menu: team settings, create a team, switch teams; open as soon as the component has loaded. */
const TeamMenuItems = ({ current, children }: { current: Team | null; children: ReactNode }) => {
  const [opened, setOpened] = useState(true)
  const navigate = useNavigate()
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled: opened })
  const toSettings = ({ id }: Team) => navigate({ to: '/settings/$teams/$id', params: { teams: teamWord(), id } })
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={260}
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {current && <Menu.Label className={styles.whole ?? ''}>{current.name}</Menu.Label>}
        {current && <Menu.Item onClick={() => void toSettings(current)}>Team settings</Menu.Item>}
        <Menu.Item onClick={() => void navigate({ to: '/settings/create-team' })}>Create a team</Menu.Item>
        {teams.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>Switch team</Menu.Label>
            {teams.map((team) => (
              <Menu.Item
                key={team.id}
                aria-current={team.id === current?.id || undefined}
                rightSection={team.id === current?.id && <Icon name="check" />}
                onClick={() => team.id !== current?.id && goToTeam(team.id)}
              >
                {team.name}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export default TeamMenuItems
