import { Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from '#web/components/panel.module.css'

/** The panel below a list, the only one of its page. */
const panelBelow = () => document.querySelector<HTMLElement>('[data-panel]')

/** Moves the focus, and with it the page, to the first field of the panel below a long list. */
export const goToPanel = (): void => panelBelow()?.querySelector<HTMLElement>('input:not([type=file]), select')?.focus()

/** Whether somebody is at work in the panel: nothing above it should grow then, and push it away. */
export const isPanelInUse = (): boolean => panelBelow()?.contains(document.activeElement) ?? false

type Props = { title: string /** As wide as the page: for tables. */; wide?: boolean; children: ReactNode }

/** A titled part of a page that holds a form; there is one below each list. */
export const Panel = ({ title, wide = false, children }: Props) => {
  const heading = useId()
  return (
    <Paper
      component="section"
      data-panel
      aria-labelledby={heading}
      className={wide ? `${styles.panel} ${styles.wide}` : styles.panel}
    >
      <Title order={2} id={heading}>
        {title}
      </Title>
      {children}
    </Paper>
  )
}
