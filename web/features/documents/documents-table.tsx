import { Button } from '@mantine/core'
import { type ComponentProps, useRef } from 'react'
import type { Document } from '#schemas/resources/documents.ts'
import { viewDocument } from '#schemas/resources/documents.ts'
import type { Found } from '#schemas/resources/search.ts'
import { Expiry } from '#web/components/expiry.tsx'
import { SortHeading } from '#web/components/list/sort-heading.tsx'
import { RecordMenu } from '#web/components/record/record-menu.tsx'
import { rowSpacer } from '#web/components/row-spacer.tsx'
import { SelectCheck } from '#web/components/select-check.tsx'
import tableStyles from '#web/components/table.module.css'
import { useVirtualList } from '#web/components/virtual-list.ts'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import styles from '#web/features/documents/documents-table.module.css'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'

/** `found` says where a search matched; it is present in search results only. */
export type ListedDocument = Document & { found?: Found | null }

/** How a document is selected. */
export type Selecting = Omit<ComponentProps<typeof SelectCheck>, 'name'>

/** Estimated height of a row in pixels. */
const rowHeight = 49

type RowProps = {
  document: ListedDocument
  /** The index in the whole list, from 0. */
  index: number
  measure: (element: Element | null) => void
  selecting: Selecting | undefined
}

/** One document; on a phone, a card with labels. */
const DocumentRow = ({ document, index, measure, selecting }: RowProps) => {
  const can = useCan()
  const heading = `document-${document.id}`
  return (
    // The table's header is its first row.
    <tr ref={measure} data-index={index} data-row={index} aria-rowindex={index + 2}>
      <th scope="row">
        <span id={heading}>{document.name}</span>
        {document.expires_at && (
          <span className={styles.expiry}>
            <Expiry expiresAt={document.expires_at} />
          </span>
        )}
        {document.found?.excerpt && <span className={styles.excerpt}>{document.found.excerpt}</span>}
      </th>
      <td data-label="Date Uploaded" className={tableStyles.whole}>
        {document.completed_at}
      </td>
      <td className={tableStyles.actions}>
        <div>
          {selecting && <SelectCheck large name={document.name} {...selecting} />}
          {can('documents.view') && (
            <Button
              component="a"
              href={urlOf(viewDocument, { params: { id: document.id } })}
              target="_blank"
              rel="noopener"
              variant="default"
              size="xs"
              aria-describedby={heading}
            >
              View Document
            </Button>
          )}
          <RecordMenu feature={documentFeature} record={document} />
        </div>
      </td>
    </tr>
  )
}

type Props = {
  documents: readonly ListedDocument[]
  total: number
  /** How each is selected; undefined where none are. */
  selecting: (id: string) => Selecting | undefined
}

/** The documents as a virtual table, which renders only the rows near the screen. */
export const DocumentsTable = ({ documents, total, selecting }: Props) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { rows, skippedAfter, measure } = useVirtualList({ list: body, count: documents.length, rowHeight })
  return (
    <div className={tableStyles.frame}>
      <table className={tableStyles.table} aria-label="Documents" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <SortHeading name="name" label="Document Name" />
            <SortHeading name="completed_at" label="Date Uploaded" />
            <th scope="col">
              <span className={tableStyles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.flatMap(({ index, skipped }) => {
            const document = documents[index]
            if (!document) return []
            return [
              rowSpacer(`before ${document.id}`, skipped),
              <DocumentRow key={document.id} {...{ document, index, measure, selecting: selecting(document.id) }} />,
            ]
          })}
          {rowSpacer('after', skippedAfter)}
        </tbody>
      </table>
    </div>
  )
}
