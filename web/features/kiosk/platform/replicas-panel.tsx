import { listReplicas, type Replica } from '#schemas/resources/replicas.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { useFresh } from '#web/lib/queries.ts'
import { timeSince } from '#web/lib/time-since.ts'

const columns: readonly PlainColumn<Replica>[] = [
  { heading: 'Name', cell: ({ name }) => name },
  { heading: 'Role', cell: ({ role }) => (role === 'api' ? 'API' : 'Workers') },
  { heading: 'Version', cell: ({ version }) => version },
  { heading: 'Started', cell: ({ started_at }) => timeSince(started_at) },
  { heading: 'Place in the log', cell: ({ position }) => position ?? 'none' },
  { heading: 'Behind', cell: ({ lag }) => (lag > 0 ? `${lag.toLocaleString('en-GB')} s` : 'no') },
  { heading: 'Builds', cell: ({ building }) => building.join(', ') || 'nothing' },
  { heading: 'Unreadable events', cell: ({ cannot_read }) => cannot_read.join(', ') || 'none' },
]

/** The processes of the installation that announced themselves in the last ten seconds. */
export const ReplicasPanel = () => (
  <Loaded query={useFresh(listReplicas)} label="Loading replicas">
    {(replicas) => <PlainTable label="Replicas" columns={columns} rows={replicas} keyOf={({ name }) => name} />}
  </Loaded>
)
