import { Paper, Title } from '@mantine/core'
import { type ReactNode, useEffect, useId } from 'react'
import styles from '#web/components/panel.module.css'

/** The panel below a list; a page has only one. */
const panelBelow = () => document.querySelector<HTMLElement>('[data-panel]')

/** Moves the focus, and so scrolls the page, to the camera of a phone or the first field of the panel below a long list. */
export const goToPanel = (): void =>
  panelBelow()?.querySelector<HTMLElement>('[data-camera]:enabled, input:not([type=file]), select')?.focus()

/** The hash of the tab whose panel is to be gone to once it shows. */
let awaited: string | undefined

/** Goes to the panel of a tab: at once, or when `navigate` has led there. */
export const goToPanelAt = (hash: string, navigate: () => void): void => {
  const isShown = panelBelow() !== null && window.location.pathname === '/dashboard' && window.location.hash === hash
  if (isShown) {
    goToPanel()
  } else {
    awaited = hash
    navigate()
  }
}

/** Whether the focus is in the panel: then nothing above it should grow and push it away. */
export const isPanelInUse = (): boolean => panelBelow()?.contains(document.activeElement) ?? false

type Props = { title: ReactNode /** For tables: as wide as the page. */; wide?: boolean; children: ReactNode }

/** A titled section with a form; there is one below each list. */
export const Panel = ({ title, wide = false, children }: Props) => {
  const heading = useId()
  useEffect(() => {
    const isAwaited = window.location.hash === awaited
    awaited = undefined
    if (isAwaited) goToPanel()
  }, [])
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
