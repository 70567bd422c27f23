import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Resource } from '#schemas/nouns.ts'
import { daysInTrash } from '#schemas/records/trash.ts'
import type { CategoryDeletion, Deletion } from '#schemas/resources/deletions.ts'
import { counted } from '#schemas/text/counted.ts'
import { listedContents } from '#web/components/listed-contents.ts'
import type { NamedRecord } from '#web/components/record/record-feature.ts'
import { oneQuery } from '#web/lib/queries.ts'

type Props = { record: NamedRecord; kind: Resource; show: Endpoint }

const Contents = ({ record: { id }, kind, show }: Props) => {
  // A key of its own, which no change reloads: after the deletion there would be nothing to answer.
  const query = { ...oneQuery(show, { id }), queryKey: ['deletion', show.path, id], gcTime: 0 }
  const data = useQuery(query).data as Deletion | CategoryDeletion | undefined
  if (!data) return null
  const others = listedContents(data.contents, { [kind]: 1 })
  const files = 'file_count' in data ? data.file_count : 0
  return (
    <>
      {others && ` with ${others}`}
      {files > 0 && `; ${counted(files, 'file loses', 'files lose')} it`}
    </>
  )
}

/**
 * Says which record goes to the trash, and what with it (D-10), as `show` answers it; without `show`, nothing. The
 * numbers are left out until they are known, and if they cannot be had: the question can be answered without them.
 */
export const DeletionNote = ({ show, ...shared }: Omit<Props, 'show'> & { show: Endpoint | undefined }) => (
  <Text size="md" aria-live="polite" style={{ overflowWrap: 'anywhere' }}>
    <b>{shared.record.name}</b> goes to the trash for {daysInTrash} days{show && <Contents {...shared} show={show} />}.
  </Text>
)
