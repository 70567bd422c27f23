import { useQuery } from '@tanstack/react-query'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { listTrash } from '#schemas/resources/trash.ts'
import { EntryLine } from '#web/components/entries.tsx'
import { TextLink } from '#web/components/links.tsx'
import { listedContents } from '#web/components/listed-contents.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Where the records of an undone import are, as long as they can be restored. */
export const UndoneRecords = ({ run: { id } }: { run: ImportRun }) => {
  const { data } = useQuery({ ...oneQuery(listTrash, undefined, { import: id }), queryKey: ['trash', 'import', id] })
  return data?.map(({ id: entry, contents, expires_at }) => (
    <EntryLine key={entry}>
      {`${listedContents(contents)} can be restored until ${longDateTime(expires_at)}. `}
      <TextLink to="/dashboard/trash" search={{ import: id }} inherit underline="always">
        Show in the trash
      </TextLink>
    </EntryLine>
  ))
}
