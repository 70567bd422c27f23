import { type DayMetrics, listMetrics } from '#schemas/resources/metrics.ts'
import { listLargestTeams, type SharedStorage, type Storage, showStorage } from '#schemas/resources/storage.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { PlaceLink } from '#web/components/links.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { type PlainColumn, PlainTable } from '#web/components/plain-table.tsx'
import { Facts } from '#web/features/kiosk/platform/facts.tsx'
import { useFresh } from '#web/lib/queries.ts'
import { timeSince } from '#web/lib/time-since.ts'

/** Days over which the growth is told. */
const span = 30

/** How much the files grew in the last days; days are newest first. */
const growthOf = (days: readonly DayMetrics[]): string => {
  const [newest] = days
  const before = days[span]?.files_size ?? 0
  const growth = (newest?.files_size ?? 0) - before
  return `${growth < 0 ? '-' : '+'}${humanReadableSize(Math.abs(growth))}`
}

const backupWords = ({ newest_backup: newest }: Storage): string =>
  newest
    ? `${timeSince(newest.at)}: ${counted(newest.files, 'file', 'files')}, ${humanReadableSize(newest.bytes)}`
    : 'none was taken here'

/** The teams that hold the most, with what lies in their trash. */
const LargestTeams = () => {
  const query = useFresh(listLargestTeams)
  return (
    <Loaded query={query} label="Loading teams">
      {(teams) =>
        teams.length > 0 && (
          <PlainTable
            label="Largest teams"
            columns={[
              { heading: 'Team', cell: ({ id, name }) => <PlaceLink hash={`/teams/${id}`}>{name || id}</PlaceLink> },
              { heading: 'Files and documents', cell: ({ files }) => files.toLocaleString('en-GB') },
              { heading: 'Size', cell: ({ bytes }) => humanReadableSize(bytes) },
            ]}
            rows={teams}
            keyOf={({ id }) => id}
          />
        )
      }
    </Loaded>
  )
}

const freeForFiles = ({ content_free: free }: Storage): string =>
  free === null ? 'in a bucket' : humanReadableSize(free)

const columns: readonly PlainColumn<SharedStorage['replicas'][number]>[] = [
  { heading: 'Replica', cell: ({ replica }) => replica },
  { heading: 'Read models', cell: ({ read_models }) => humanReadableSize(read_models) },
  { heading: 'Free for the data folder', cell: ({ free }) => humanReadableSize(free) },
  { heading: 'Free for files', cell: freeForFiles },
  { heading: 'Newest backup', cell: backupWords },
]

/** The space of the installation on its disks, who holds it, how it grows, and when it was backed up last. */
export const StoragePanel = () => {
  const storage = useFresh(showStorage)
  const days = useFresh(listMetrics)
  return (
    <>
      <Loaded query={storage} label="Loading storage">
        {(shown) => (
          <>
            <Facts
              label="Storage"
              facts={[
                ['Log of events', shown.events === null ? 'in an EventStoreDB' : humanReadableSize(shown.events)],
                ['Read models', humanReadableSize(shown.read_models)],
                ['Files', days.data ? humanReadableSize(days.data[0]?.files_size ?? 0) : '…'],
                [`Growth of files in ${span} days`, days.data ? growthOf(days.data) : '…'],
                ['Free for the data folder', humanReadableSize(shown.free)],
                ['Free for files', freeForFiles(shown)],
                ['Newest backup', backupWords(shown)],
              ]}
            />
            {shown.replicas.length > 1 && (
              <PlainTable
                label="Storage of each replica"
                columns={columns}
                rows={shown.replicas}
                keyOf={({ replica }) => replica}
              />
            )}
          </>
        )}
      </Loaded>
      <LargestTeams />
    </>
  )
}
