import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { counted } from '#schemas/text/counted.ts'
import styles from '#web/components/pause-note.module.css'
import { longDateTime, shortDate, shortTime } from '#web/lib/dates.ts'
import type { Pause } from '#web/lib/until-accepted.ts'

/** When something that waits goes on: in the last minute by the second, before that by the clock. */
export const goesOnWords = (until: number, now: number = Date.now()): string => {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  if (seconds <= 60) return `We’ll continue in ${counted(seconds, 'second', 'seconds')}.`
  const at = new Date(until).toISOString()
  const present = new Date(now).toISOString()
  return `We’ll continue ${shortDate(at) === shortDate(present) ? `at ${shortTime(at)}` : `on ${longDateTime(at)}`}.`
}

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
