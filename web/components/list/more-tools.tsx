import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/paged-list.module.css'
import { useIsWide } from '#web/lib/use-is-wide.ts'

type Props = {
  /** How wide the window is, in em, where they stand beside the other tools; else wider than that of a phone. */
  from?: number
  children: ReactNode
}

/** Tools of a list that are seldom used: beside the others where there is room, and below a button where there is none. */
export const MoreTools = ({ from, children }: Props) => {
  const hasRoom = useIsWide(from)
  const [opened, setOpened] = useState(false)
  if (hasRoom) return children
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="more" />}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        More
      </Button>
      {opened && <div className={styles.more}>{children}</div>}
    </>
  )
}
