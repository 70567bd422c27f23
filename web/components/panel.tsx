import { Button, Paper, Title } from '@mantine/core'
import { type ReactNode, useContext, useEffect, useId, useState } from 'react'
import styles from '#web/components/panel.module.css'
import { LongList } from '#web/lib/long-lists.ts'

/** The panel of a list; a page has only one. */
const panelBelow = () => document.querySelector<HTMLElement>('[data-panel]')

/** Shows the panel of a long list. */
export const unfoldPanel = (): void => panelBelow()?.removeAttribute('hidden')

/** Moves the focus, and so scrolls the page, to the camera of a phone or the first field of the panel of a list. */
export const goToPanel = (): void => {
  unfoldPanel()
  panelBelow()?.querySelector<HTMLElement>('[data-camera]:enabled, input:not([type=file]), select')?.focus()
}

const foldPanel = (): void => {
  panelBelow()?.setAttribute('hidden', '')
  document.querySelector<HTMLElement>('[data-add]')?.focus()
}

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

type Props = {
  title: ReactNode
  /** For tables: as wide as the page. */
  wide?: boolean
  /** What runs in it should stay in sight. */
  busy?: boolean
  children: ReactNode
}

/** A titled section with a form; there is one below each list, or folded above a long one. */
export const Panel = ({ title, wide = false, busy = false, children }: Props) => {
  const heading = useId()
  const isFoldable = useContext(LongList)
  const [isAwaited] = useState(window.location.hash === awaited)
  useEffect(() => {
    awaited = undefined
    if (isAwaited) goToPanel()
  }, [isAwaited])
  return (
    <Paper
      component="section"
      data-panel
      hidden={isFoldable && !isAwaited}
      aria-labelledby={heading}
      className={wide ? `${styles.panel} ${styles.wide}` : styles.panel}
    >
      <div className={styles.head}>
        <Title order={2} id={heading}>
          {title}
        </Title>
        {isFoldable && !busy && (
          <Button variant="default" size="xs" onClick={foldPanel}>
            Close
          </Button>
        )}
      </div>
      {children}
    </Paper>
  )
}
