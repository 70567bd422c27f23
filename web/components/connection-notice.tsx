import { Button } from '@mantine/core'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import styles from '#web/components/connection-notice.module.css'
import { connectionAtom, whenOnline } from '#web/lib/connection.ts'
import { outdatedAtom } from '#web/lib/retrying-import.ts'
import { useStayWhile } from '#web/lib/use-stay-while.ts'

/** A moving line while responses are slow; a first load has a spinner of its own. */
const StillLoading = () => {
  const busy = useIsFetching() + useIsMutating() > 0
  return busy && <div aria-hidden="true" className={styles.bar} />
}

/** Shows that the connection is lost or back, or that there is a newer version; otherwise nothing. */
export const ConnectionNotice = () => {
  const connection = useAtomValue(connectionAtom)
  const outdated = useAtomValue(outdatedAtom)
  useStayWhile(connection === 'lost' || connection === 'busy')
  useEffect(() => {
    const check = () => void whenOnline()
    window.addEventListener('offline', check)
    return () => window.removeEventListener('offline', check)
  }, [])
  return (
    <div role="status" className={styles.container}>
      <StillLoading />
      {connection === 'lost' && (
        <p className={styles.notice}>The connection is lost. Trying again… What you have typed stays.</p>
      )}
      {connection === 'busy' && (
        <p className={styles.notice}>The service is busy. Trying again… What you have typed stays.</p>
      )}
      {connection === 'back' && <p className={`${styles.notice} ${styles.good}`}>The connection is back.</p>}
      {connection !== 'lost' && connection !== 'busy' && outdated && (
        <p className={styles.notice}>
          Siteledger has been updated. Reload the page to go on.
          <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </p>
      )}
    </div>
  )
}
