import { Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { lazy, type MouseEvent, type ReactNode } from 'react'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { LineNotice } from '#web/components/line-notice.tsx'
import styles from '#web/components/shell.module.css'
import { announcingAtom } from '#web/lib/announce.ts'
import { patient } from '#web/lib/patient.ts'

const Announcements = lazy(patient(() => import('#web/components/announcements.tsx')))

// An address ending in '#main' would be read as a tab, so the link moves the focus itself.
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

type Props = { banner?: ReactNode; head: ReactNode; narrow?: boolean; children: ReactNode }

/** The frame of every page: a way past the head, the head with what stands above it, the page itself, and where announcements show. */
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
      <LineNotice />
      <main id="main" tabIndex={-1} className={narrow ? styles.narrow : styles.main}>
        {children}
      </main>
      {announcing && (
        <DialogPlace>
          <Announcements />
        </DialogPlace>
      )}
    </>
  )
}
