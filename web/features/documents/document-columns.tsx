import { Anchor } from '@mantine/core'
import { type Document, viewDocument } from '#schemas/resources/documents.ts'
import type { Found } from '#schemas/resources/search.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { Expiry } from '#web/components/expiry.tsx'
import type { Column } from '#web/components/list/column.ts'
import styles from '#web/features/documents/documents.module.css'
import { urlOf } from '#web/lib/api.ts'

/** `found` says where a search matched; it is present in search results only. */
export type ListedDocument = Document & { found?: Found | null }

/** The columns of the table and of a CSV file. */
export const documentColumns: readonly Column<ListedDocument>[] = [
  {
    name: 'name',
    label: 'Document Name',
    width: 320,
    cell: ({ id, name }) => (
      <Anchor href={urlOf(viewDocument, { params: { id } })} target="_blank" rel="noopener" c="inherit" inherit>
        {name}
      </Anchor>
    ),
  },
  { name: 'completed_at', label: 'Date Uploaded', width: 140, kind: 'day' },
  {
    name: 'expires_at',
    label: 'Expires',
    width: 208,
    kind: 'day',
    cell: ({ expires_at }) => <Expiry expiresAt={expires_at} bare />,
  },
  { name: 'type', label: 'Type', width: 100, kind: 'word', text: ({ mime_type }) => typeName(mime_type) },
  { name: 'size', label: 'Size', text: ({ human_readable_size }) => human_readable_size, width: 110, kind: 'size' },
]

/** Those that stand in the list; the expiry date is part of its heading there. */
export const listedColumns = documentColumns.filter(({ name }) => name === 'name' || name === 'completed_at')

/** The id of a document's name in the list, for what is described by it. */
export const nameId = ({ id }: ListedDocument): string => `document-${id}`

/** Names a document in the list. */
export const DocumentHeading = ({ document }: { document: ListedDocument }) => (
  <>
    <span id={nameId(document)}>{document.name}</span>
    {document.expires_at && (
      <span className={styles.expiry}>
        <Expiry expiresAt={document.expires_at} />
      </span>
    )}
    {document.found?.excerpt && <span className={styles.excerpt}>{document.found.excerpt}</span>}
  </>
)
