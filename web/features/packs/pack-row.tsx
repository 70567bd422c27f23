import '@mantine/core/styles/Badge.layer.css'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { deletePack, downloadPack, type Pack, showPack } from '#schemas/resources/packs.ts'
import { counted } from '#schemas/text/counted.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { shortTime } from '#schemas/time/dates.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Row } from '#web/components/rows.tsx'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { callApi, urlOf } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { timeZone } from '#web/lib/settings.ts'
import { useChanged } from '#web/lib/use-changed.ts'

/** Milliseconds between two looks at a pack that is being made. */
const pause = 2000

const isBeingMade = ({ state }: Pack): boolean => state === 'waiting' || state === 'reading'

const states: Record<Pack['state'], string> = {
  waiting: 'Waiting',
  reading: 'Being made',
  ready: 'Ready',
  failed: 'Could not be made',
  expired: 'Expired',
}

const time = (instant: string): string => shortTime(new Date(instant), timeZone())

const wordsOf = ({ as_of, by, reason, created_at, bytes, differing, expires_at, state }: Pack): string =>
  [
    `As of ${time(as_of)}`,
    `ordered by ${by?.name ?? 'an erased person'} on ${time(created_at)}`,
    reason && `because: ${reason}`,
    bytes !== null && humanReadableSize(bytes),
    differing && `${counted(differing, 'content')} gone or not as uploaded`,
    state === 'ready' && expires_at && `until ${time(expires_at)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** An evidence pack, which is looked at until it is made; it is downloaded and deleted here. */
export const PackRow = ({ pack: listed, onDeleted }: { pack: Pack; onDeleted?: () => void }) => {
  const params = { id: listed.id }
  const { data: pack, error } = useQuery({
    ...oneQuery(showPack, params),
    initialData: listed,
    refetchInterval: ({ state }) => state.data && isBeingMade(state.data) && pause,
  })
  const changed = useChanged(['export', 'list'])
  const { state, done, total } = pack
  const name = pack.name || `A ${pack.within.split('/')[0]} that was deleted`
  const remove = async () => {
    await callApi(deletePack, { params })
    onDeleted?.()
    await changed('The evidence pack has been deleted.')
  }
  return (
    <Row
      name={name}
      badge={
        <Badge variant="default" size="sm" tt="none" fw={500} role="status">
          {states[state]}
        </Badge>
      }
      detail={
        <>
          {wordsOf(pack)}
          {error && ` · ${messageOf(error)}`}
          {isBeingMade(pack) && total > 0 && <WorkProgress progress={{ done, total }} />}
        </>
      }
      actions={(about) => (
        <>
          {state === 'ready' && (
            <Button
              component="a"
              href={urlOf(downloadPack, { params })}
              variant="default"
              size="xs"
              leftSection={<Icon name="download" size={14} />}
              aria-describedby={about}
            >
              Download
            </Button>
          )}
          <ConfirmButton
            title="Delete evidence pack"
            question={`Delete the evidence pack of ${name}? It cannot be downloaded any more.`}
            answers={['No, Go Back', 'Yes, Delete']}
            about={about}
            onYes={remove}
          >
            Delete
          </ConfirmButton>
        </>
      )}
    />
  )
}
