import { UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { nouns } from '#schemas/nouns.ts'
import { showClient } from '#schemas/resources/clients.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { showVisit } from '#schemas/resources/visits.ts'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import styles from '#web/features/past/past-bar.module.css'
import { recordAt, stepsFrom } from '#web/features/past/steps.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { addressAt, momentInWords } from '#web/lib/moment.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useHolds, useTeam } from '#web/lib/session.ts'

const refused = 'Only owners, admins and auditors can see the past.'

const showEach = { clients: showClient, sites: showSite, visits: showVisit }

/** What the page shows: a record, as `within` of a comparison names it, by the name that the page has loaded, or the team. */
const useShown = (path: string): { name: string; within: string | undefined } => {
  const { kind = 'clients', id = '' } = recordAt(path) ?? {}
  const { data } = useQuery({ ...oneQuery(showEach[kind] as typeof showClient, { id }), enabled: false })
  const team = useTeam()?.name ?? ''
  return { name: data?.name ?? team, within: id ? `${nouns[kind].one}/${id}` : undefined }
}

const comparison = lazyDialog(() => import('#web/components/history/comparison.tsx'))

/** Says as of which moment the page is shown, and leads to other ones. Each is an address that is loaded anew. */
const PastBar = () => {
  const queries = useQueryClient()
  const { pathname } = useLocation()
  const mayRead = useHolds('history.view')
  const shown = useShown(pathname)
  const { opener, outlet } = useLazyDialog(comparison)
  const { data: steps, error } = useQuery({
    queryKey: ['past', pathname],
    queryFn: () => stepsFrom(queries, pathname),
    enabled: mayRead,
  })
  const problem = mayRead ? error && messageOf(error) : refused
  return (
    <section aria-label="As of" className={styles.bar}>
      <p role="status" className={styles.words}>
        {problem ?? `${shown.name} as it was ${momentInWords(steps?.at)}`}
      </p>
      {steps?.earlier && <a href={addressAt(steps.earlier)}>Earlier change</a>}
      {steps?.later && <a href={addressAt(steps.later)}>Later change</a>}
      {!problem && <UnstyledButton {...opener}>Compare with today</UnstyledButton>}
      <a href={addressAt(null)}>Back to today</a>
      {outlet(shown)}
    </section>
  )
}

export default PastBar
