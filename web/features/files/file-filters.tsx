import { NativeSelect } from '@mantine/core'
import { fileTypes } from '#schemas/limits/upload-rules.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { ExpiryFilter } from '#web/components/list/expiry-filter.tsx'
import { ListFilters, type ListFiltersProps } from '#web/components/list/list-filters.tsx'
import { PersonFilter } from '#web/components/person-filter.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { fileFilterNames, useListAddress } from '#web/lib/list-address.ts'
import { useCan } from '#web/lib/session.ts'

type Props = Pick<ListFiltersProps, 'beside' | 'told'> & { scope: FilesScope }

/** Filters of files: category, which stands beside the others, client, site, days of completion, type, expiry, and who added them. */
export const FileFilters = ({ scope, ...category }: Props) => {
  const { address, change } = useListAddress()
  const mayCreate = useCan()('files.create')
  return (
    <ListFilters
      clientId={scope.kind === 'client' ? scope.client.id : undefined}
      names={fileFilterNames(scope.kind)}
      besides="category"
      {...category}
    >
      <NativeSelect
        label="Type"
        value={address.type ?? ''}
        onChange={({ currentTarget }) => change({ type: currentTarget.value })}
        data={[{ value: '', label: 'All types' }, ...fileTypes.map((value) => ({ value, label: typeName(value) }))]}
      />
      <ExpiryFilter />
      {mayCreate && (
        <PersonFilter label="Added by" person={address.added_by} onChange={(id) => change({ added_by: id })} />
      )}
    </ListFilters>
  )
}
