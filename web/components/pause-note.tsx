import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from '#web/components/pause-note.module.css'
import { goesOnWords } from '#web/lib/goes-on-words.ts'
import type { Pause } from '#web/lib/until-accepted.ts'

/** The present time in milliseconds, each second anew. */
const useNow = (): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(ticking)
  }, [])
  return now
}

/** Why an upload waits, and when it goes on. A countdown is not read out with each second. */
export const PauseNote = ({ pause: { reason, until } }: { pause: Pause }) => {
  const now = useNow()
  const [first] = useState(() => goesOnWords(until))
  return (
    <p className={styles.note} role="status">
      {reason} <span aria-hidden>{goesOnWords(until, now)}</span>
      <VisuallyHidden>{first}</VisuallyHidden>
    </p>
  )
}
