import { Anchor, Button } from '@mantine/core'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, type MouseEvent, type ReactNode, useEffect } from 'react'
import connectionNoticeStyles from '#web/components/connection-notice.module.css'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import styles from '#web/components/shell.module.css'
import { announcingAtom } from '#web/lib/announce.ts'
import { connectionAtom, whenOnline } from '#web/lib/connection.ts'
import { retryingImport, staleAtom } from '#web/lib/retrying-import.ts'
import { useStayWhile } from '#web/lib/use-stay-while.ts'

/** A moving line while responses are slow; a first load has a spinner of its own. */
const StillLoading = () => {
  const busy = useIsFetching() + useIsMutating() > 0
  return busy && <div aria-hidden="true" className={connectionNoticeStyles.bar} />
}

/** Shows that the connection is lost or back, or why the page has to be loaded anew; otherwise nothing. */
export const ConnectionNotice = () => {
  const connection = useAtomValue(connectionAtom)
  const stale = useAtomValue(staleAtom)
  useStayWhile(connection === 'lost' || connection === 'busy')
  useEffect(() => {
    const check = () => void whenOnline()
    window.addEventListener('offline', check)
    return () => window.removeEventListener('offline', check)
  }, [])
  return (
    <div role="status" className={connectionNoticeStyles.container}>
      <StillLoading />
      {connection === 'lost' && (
        <p className={connectionNoticeStyles.notice}>
          The connection is lost. Trying again… What you have typed stays.
        </p>
      )}
      {connection === 'busy' && (
        <p className={connectionNoticeStyles.notice}>The service is busy. Trying again… What you have typed stays.</p>
      )}
      {connection === 'back' && (
        <p className={`${connectionNoticeStyles.notice} ${connectionNoticeStyles.good}`}>The connection is back.</p>
      )}
      {connection !== 'lost' && connection !== 'busy' && stale && (
        <p className={connectionNoticeStyles.notice}>
          {stale === 'outdated' ? 'Siteledger has been updated.' : 'Part of this page did not arrive.'} Reload the page
          to go on.
          <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  )
}

const Announcements = lazy(retryingImport(() => import('#web/components/announcements.tsx')))

// An address with '#main' would be read as a tab, so the link moves the focus itself.
const skip = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

type Props = { banner?: ReactNode; head: ReactNode; side?: ReactNode; narrow?: boolean; children: ReactNode }

/** The layout of every page: skip link, banner, header, what stands beside it, the page itself, and announcements. */
export const Shell = ({ banner, head, side, narrow = false, children }: Props) => {
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
      <div className={styles.body}>
        {side}
        <main id="main" tabIndex={-1} className={narrow ? styles.narrow : styles.main}>
          {children}
        </main>
      </div>
      {announcing && (
        <DialogOutlet>
          <Announcements />
        </DialogOutlet>
      )}
    </>
  )
}
