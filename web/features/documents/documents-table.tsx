import { Button } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { type Document, viewDocument } from '#schemas/resources/documents.ts'
import type { Found } from '#schemas/resources/search.ts'
import { HistoryButton } from '#web/components/history-button.tsx'
import tableStyles from '#web/components/table.module.css'
import styles from '#web/features/documents/documents-table.module.css'
import { dialogAtom } from '#web/features/documents/opened-dialog.ts'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'

/** `found` says where a search found it; only then is it there. */
export type ListedDocument = Document & { found?: Found | null }

/** The library as a table; on a phone each row becomes a card (DOC-01 to DOC-05, ABIL-18 to ABIL-20). */
export const DocumentsTable = ({ documents }: { documents: readonly ListedDocument[] }) => {
  const can = useCan()
  const show = useSetAtom(dialogAtom)
  return (
    <div className={tableStyles.frame}>
      <table className={tableStyles.table} aria-label="Documents">
        <thead>
          <tr>
            <th scope="col">Document Name</th>
            <th scope="col">Date Uploaded</th>
            <th scope="col">
              <span className={tableStyles.unseen}>Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {documents.map((document) => {
            const about = { 'aria-describedby': `document-${document.id}` }
            const look = { variant: 'default', size: 'xs' } as const
            return (
              <tr key={document.id}>
                <th scope="row">
                  <span id={about['aria-describedby']}>{document.name}</span>
                  {document.found?.excerpt && <span className={styles.excerpt}>{document.found.excerpt}</span>}
                </th>
                <td data-label="Date Uploaded">{document.completed_at}</td>
                <td className={tableStyles.actions}>
                  <div className={styles.actions}>
                    {can('documents.view') && (
                      <Button
                        component="a"
                        href={urlOf(viewDocument, { params: { id: document.id } })}
                        target="_blank"
                        rel="noopener"
                        {...look}
                        {...about}
                      >
                        View Document
                      </Button>
                    )}
                    {can('documents.update') && (
                      <Button
                        aria-haspopup="dialog"
                        onClick={() => show({ dialog: { kind: 'edit', document }, opened: true })}
                        {...look}
                        {...about}
                      >
                        Edit Document
                      </Button>
                    )}
                    {can('documents.delete') && (
                      <Button
                        aria-haspopup="dialog"
                        onClick={() => show({ dialog: { kind: 'delete', document }, opened: true })}
                        {...look}
                        {...about}
                      >
                        Delete Document
                      </Button>
                    )}
                    <HistoryButton target={{ kind: 'documents', id: document.id, name: document.name }} />
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
