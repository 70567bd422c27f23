import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/teams/team-menu.module.css'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useTeam } from '#web/lib/session.ts'

const loadMenu = retryingImport(() => import('#web/features/teams/team-menu-items.tsx'))
const TeamMenuItems = lazy(loadMenu)

/** The current team in the header of every page; its menu switches teams. */
export const TeamMenu = () => {
  const team = useTeam()
  const [wanted, setWanted] = useState(false)
  const preload = () => void loadMenu()
  const button = (
    <UnstyledButton
      className={styles.button}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <VisuallyHidden>Team</VisuallyHidden>
      <span>{team?.name ?? 'No team yet'}</span>
      <Icon name="down" size={14} />
    </UnstyledButton>
  )
  return (
    <div className={styles.container}>
      {wanted ? (
        <Suspense fallback={button}>
          <TeamMenuItems current={team}>{button}</TeamMenuItems>
        </Suspense>
      ) : (
        button
      )}
    </div>
  )
}
