import { Anchor } from '@mantine/core'
import { viewDocument } from '#schemas/resources/documents.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { Expiry } from '#web/components/expiry.tsx'
import type { Column } from '#web/components/list/column.ts'
import type { ListedDocument } from '#web/features/documents/documents-table.tsx'
import { urlOf } from '#web/lib/api.ts'

export const documentColumns: readonly Column<ListedDocument>[] = [
  {
    ...{ name: 'name', label: 'Document Name', width: 420, sorts: true, text: ({ name }) => name },
    cell: ({ id, name }) => (
      <Anchor href={urlOf(viewDocument, { params: { id } })} target="_blank" rel="noopener" c="inherit" inherit>
        {name}
      </Anchor>
    ),
  },
  {
    ...{ name: 'completed_at', label: 'Date Uploaded', width: 140, sorts: true },
    text: ({ completed_at }) => completed_at,
  },
  {
    ...{ name: 'expires_at', label: 'Expires', width: 150, sorts: true, text: ({ expires_at }) => expires_at ?? '' },
    cell: ({ expires_at }) => <Expiry expiresAt={expires_at} bare />,
  },
  { name: 'type', label: 'Type', width: 100, text: ({ mime_type }) => typeName(mime_type) },
  {
    ...{ name: 'size', label: 'Size', width: 110, number: true, sorts: true },
    text: ({ human_readable_size }) => human_readable_size,
  },
]
