import { useId } from 'react'
import type { ActivityLine } from '#schemas/resources/overview.ts'
import { whoDid } from '#web/components/history/history-words.ts'
import { RecordLink } from '#web/components/history/record-link.tsx'
import { TextLink } from '#web/components/links.tsx'
import styles from '#web/features/overview/recent.module.css'
import { longDateTime } from '#web/lib/dates.ts'
import { timeSince } from '#web/lib/time-since.ts'

/** What is deleted has no page. */
const isGone = ({ type }: ActivityLine): boolean => /(Deleted|Purged)$/.test(type)

/** The newest changes of the team that the reader may see, with who made them. */
export const ActivityLines = ({ lines }: { lines: readonly ActivityLine[] }) => {
  const heading = useId()
  return (
    <div className={styles.panel}>
      <h2 id={heading} className={styles.heading}>
        Recent activity <TextLink to="/dashboard/history">All history</TextLink>
      </h2>
      <ul className={styles.lines} aria-labelledby={heading}>
        {lines.map((line) => (
          <li key={line.position}>
            <span className={styles.what} title={line.summary}>
              {isGone(line) ? line.summary : <RecordLink entry={line} words={line.summary} />}
            </span>
            <span className={styles.aside} title={longDateTime(line.at)}>
              {`${whoDid(line)}, ${timeSince(line.at)}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
