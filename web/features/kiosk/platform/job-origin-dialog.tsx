import type { ReactNode } from 'react'
import { type JobOrigin, showJobOrigin } from '#schemas/resources/queues.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { PlaceLink } from '#web/components/links.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { Facts } from '#web/features/kiosk/platform/facts.tsx'
import { longDateTime } from '#web/lib/dates.ts'
import { useFresh } from '#web/lib/queries.ts'

/** A name that leads to its page in the kiosk, which users and teams have. */
const nameOf = (resource: string, id: string, name = ''): ReactNode =>
  resource === 'users' || resource === 'teams' ? (
    <PlaceLink hash={`/${resource}/${id}`}>{name || id}</PlaceLink>
  ) : (
    [name, id].filter(Boolean).join(', ')
  )

type Fact = readonly [string, ReactNode]

const factsOf = ({ event, team_id, records }: JobOrigin): Fact[] => {
  const about = records.map(({ resource, id, name }): Fact => [`About: ${resource}`, nameOf(resource, id, name)])
  const team: Fact[] = team_id ? [['Team', nameOf('teams', team_id)]] : []
  if (!event) return [['Event', 'not in the log']]
  return [
    ['Event', event.type],
    ['Recorded', longDateTime(event.at)],
    ['Position in the log', event.position],
    ['Stream', event.stream],
    ...about,
    ...team,
  ]
}

/** The event that asked for a job, and the records that it is about. */
const JobOriginDialog = ({ queue, id, onClose }: { queue: string; id: string; onClose: () => void }) => {
  const query = useFresh(showJobOrigin, { queue, id })
  return (
    <Dialog title="What the job is about" opened onClose={onClose} size="lg">
      <Loaded query={query} label="Loading the event">
        {(origin) => <Facts label="The event" facts={factsOf(origin)} />}
      </Loaded>
    </Dialog>
  )
}

export default JobOriginDialog
