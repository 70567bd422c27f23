import { Button } from '@mantine/core'
import { useRef } from 'react'
import { type Document, viewDocument } from '#schemas/resources/documents.ts'
import type { Found } from '#schemas/resources/search.ts'
import { rowSpacer } from '#web/components/row-spacer.tsx'
import tableStyles from '#web/components/table.module.css'
import { useWindowed } from '#web/components/windowed.ts'
import { DocumentMenu } from '#web/features/documents/document-menu.tsx'
import styles from '#web/features/documents/documents-table.module.css'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'

/** `found` says where a search found it; only then is it there. */
export type ListedDocument = Document & { found?: Found | null }

/** Height of a row in pixels before it is measured. */
const roughly = 49

type RowProps = {
  document: ListedDocument
  /** Its place in the whole list, from 0. */
  index: number
  measure: (element: Element | null) => void
}

/** One document; on a phone a card that names its columns (DOC-01 to DOC-05, ABIL-18 to ABIL-20). */
const DocumentRow = ({ document, index, measure }: RowProps) => {
  const can = useCan()
  const heading = `document-${document.id}`
  return (
    // The head of the table is its first row.
    <tr ref={measure} data-index={index} data-line={index} aria-rowindex={index + 2}>
      <th scope="row">
        <span id={heading}>{document.name}</span>
        {document.found?.excerpt && <span className={styles.excerpt}>{document.found.excerpt}</span>}
      </th>
      <td data-label="Date Uploaded">{document.completed_at}</td>
      <td className={tableStyles.actions}>
        <div>
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
          <DocumentMenu document={document} />
        </div>
      </td>
    </tr>
  )
}

/** The library as a table; of many documents only those near the screen are drawn. */
export const DocumentsTable = ({ documents, total }: { documents: readonly ListedDocument[]; total: number }) => {
  const body = useRef<HTMLTableSectionElement>(null)
  const { lines, leftOutAfter, measure } = useWindowed({ list: body, count: documents.length, roughly })
  return (
    <div className={tableStyles.frame}>
      <table className={tableStyles.table} aria-label="Documents" aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Document Name</th>
            <th scope="col">Date Uploaded</th>
            <th scope="col">
              <span className={tableStyles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {lines.flatMap(({ index, leftOut }) => {
            const document = documents[index]
            if (!document) return []
            return [
              rowSpacer(`before ${document.id}`, leftOut),
              <DocumentRow key={document.id} document={document} index={index} measure={measure} />,
            ]
          })}
          {rowSpacer('after', leftOutAfter)}
        </tbody>
      </table>
    </div>
  )
}
