import { Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { lazy, type MouseEvent, type ReactNode } from 'react'
import { ConnectionNotice } from '#web/components/connection-notice.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import styles from '#web/components/shell.module.css'
import { announcingAtom } from '#web/lib/announce.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const Announcements = lazy(retryingImport(() => import('#web/components/announcements.tsx')))

// An address with '#main' would be read as a tab, so the link moves the focus itself.
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

type Props = { banner?: ReactNode; head: ReactNode; narrow?: boolean; children: ReactNode }

/** The layout of every page: skip link, banner, header, the page itself, and announcements. */
export const Shell = ({ banner, head, narrow = false, children }: Props) => {
  const announcing = useAtomValue(announcingAtom)
  return (
    <>
      <Anchor href="#main" onClick={skip} className={styles.skip}>
        Skip to the page
      </Anchor>
      <header className={styles.head}>
        {banner}
        <div className={styles.bar}>{head}</div>
      </header>
      <ConnectionNotice />
      <main id="main" tabIndex={-1} className={narrow ? styles.narrow : styles.main}>
        {children}
      </main>
      {announcing && (
        <DialogOutlet>
          <Announcements />
        </DialogOutlet>
      )}
    </>
  )
}
