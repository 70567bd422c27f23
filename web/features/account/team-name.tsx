import { useSuspenseQuery } from '@tanstack/react-query'
import styles from '#web/features/account/team-name.module.css'
import { teamQuery } from '#web/lib/session.ts'

/** The team that one works in, in the head of every page. */
export const TeamName = () => <span className={styles.name}>{useSuspenseQuery(teamQuery).data.name}</span>
