import { Button } from '@mantine/core'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import styles from '#web/components/line-notice.module.css'
import { lineAtom, lineHolds } from '#web/lib/line.ts'
import { outdatedAtom } from '#web/lib/patient.ts'
import { useStayWhile } from '#web/lib/use-stay-while.ts'

/** A line that moves while answers are slow to come; what loads for the first time has a spinner of its own. */
const StillLoading = () => {
  const busy = useIsFetching() + useIsMutating() > 0
  return busy && <div aria-hidden="true" className={styles.bar} />
}

/** Says that the line to the server is broken or back, or that there is a newer version; nothing while all is well. */
export const LineNotice = () => {
  const line = useAtomValue(lineAtom)
  const outdated = useAtomValue(outdatedAtom)
  useStayWhile(line === 'lost')
  useEffect(() => {
    const look = () => void lineHolds()
    window.addEventListener('offline', look)
    return () => window.removeEventListener('offline', look)
  }, [])
  return (
    <div role="status" className={styles.place}>
      <StillLoading />
      {line === 'lost' && (
        <p className={styles.notice}>The connection is lost. Trying again… What you have typed stays.</p>
      )}
      {line === 'back' && <p className={`${styles.notice} ${styles.good}`}>The connection is back.</p>}
      {line !== 'lost' && outdated && (
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
