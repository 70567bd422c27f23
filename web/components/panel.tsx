import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from '#web/components/panel.module.css'

const panelId = 'add-panel'

/** Moves the focus, and with it the page, to the first field of the panel below a long list. */
export const goToPanel = (): void =>
  document.getElementById(panelId)?.querySelector<HTMLElement>('input:not([type=file]), select')?.focus()

/** Whether somebody is at work in the panel: nothing above it should grow then, and push it away. */
export const isPanelInUse = (): boolean => document.getElementById(panelId)?.contains(document.activeElement) ?? false

/** A titled part of a page that holds a form; there is one below each list. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => {
  const heading = useId()
  return (
    <Paper component="section" id={panelId} aria-labelledby={heading} className={styles.panel}>
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
