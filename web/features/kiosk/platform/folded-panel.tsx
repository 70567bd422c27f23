import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { Panel } from '#web/components/panel.tsx'
import styles from '#web/features/kiosk/platform/folded-panel.module.css'

type Props = { title: string /** Something in it is wrong. */; wrong: boolean; children: ReactNode }

/** A panel that asks for what it shows once it is unfolded; it unfolds by itself when something in it is wrong. */
export const FoldedPanel = ({ title, wrong, children }: Props) => {
  const [opened, setOpened] = useState(false)
  const [told, setTold] = useState(false)
  // Once only: it does not fold while somebody mends it, nor unfold again when they fold it.
  if (wrong && !told) {
    setTold(true)
    setOpened(true)
  }
  const heading = (
    <UnstyledButton className={styles.fold ?? ''} aria-expanded={opened} onClick={() => setOpened(!opened)}>
      {title}
      <Icon name="down" size={16} />
    </UnstyledButton>
  )
  return (
    <Panel title={heading} wide>
      {opened && children}
    </Panel>
  )
}
