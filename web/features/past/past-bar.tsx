import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import styles from '#web/features/past/past-bar.module.css'
import { stepsFrom } from '#web/features/past/steps.ts'
import { ApiProblem, messageOf } from '#web/lib/api-problem.ts'
import { addressAt, momentInWords } from '#web/lib/moment.ts'
import { useHolds, useTeam } from '#web/lib/session.ts'

const refused = 'Only owners, admins and auditors can see the past.'

/** What is wrong with the moment itself, or why it cannot be shown. */
const wordsOf = (error: Error): string => (error instanceof ApiProblem && error.errors.as_of?.[0]) || messageOf(error)

/** Says as of which moment the page is shown, and leads to other ones. Each is an address that is loaded anew. */
const PastBar = () => {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const mayRead = useHolds('history.view')
  const name = useTeam()?.name ?? ''
  const { data: steps, error } = useQuery({
    queryKey: ['past', pathname],
    queryFn: () => stepsFrom(queries, pathname),
    enabled: mayRead,
  })
  const problem = mayRead ? error && wordsOf(error) : refused
  return (
    <section aria-label="As of" className={styles.bar}>
      <p role="status" className={styles.words}>
        {problem ?? `${name} as it was ${momentInWords()}`}
      </p>
      {steps?.earlier && <a href={addressAt(steps.earlier)}>Earlier change</a>}
      {steps?.later && <a href={addressAt(steps.later)}>Later change</a>}
      <a href={addressAt(null)}>Back to today</a>
    </section>
  )
}

export default PastBar
