import { useAtomValue } from 'jotai'
import styles from '#web/components/live-notice.module.css'
import { liveAtom } from '#web/lib/live.ts'

/** Says that the line to the server is broken, and nothing while it holds. */
export const LiveNotice = () => {
  const lost = useAtomValue(liveAtom) === 'lost'
  return (
    <div role="status" className={styles.place}>
      {lost && <p className={styles.notice}>The connection is lost. Trying again…</p>}
    </div>
  )
}
