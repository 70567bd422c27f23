import { useAtomValue } from 'jotai'
import { lazy } from 'react'
import { listDocuments } from '#schemas/resources/documents.ts'
import { searchDocuments } from '#schemas/resources/search.ts'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { AddDocumentForm } from '#web/features/documents/add-document-form.tsx'
import { DocumentsTable, type ListedDocument } from '#web/features/documents/documents-table.tsx'
import { dialogAtom } from '#web/features/documents/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'
import { type ListQuery, listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

const DocumentDialogs = lazy(patient(() => import('#web/features/documents/document-dialogs.tsx')))

/** The place of the dialogs, which load with the first one. */
const Dialogs = () => {
  const { dialog } = useAtomValue(dialogAtom)
  if (!dialog) return null
  return (
    <DialogPlace about={dialog}>
      <DocumentDialogs />
    </DialogPlace>
  )
}

const documentsOf = (text: string): ListQuery<ListedDocument> =>
  text === '' ? listQuery(listDocuments) : listQuery(searchDocuments, { query: text })

/** The team's library, and below it the form that adds to it (D-32, FILE-14, ABIL-17). */
const DocumentsPanel = () => {
  const mayCreate = useCan()('documents.create')
  const search = useListSearch()
  return (
    <>
      <PagedList
        query={documentsOf(search.text)}
        search={search}
        nouns={['document', 'documents']}
        addable={mayCreate}
        empty={
          <EmptyHint icon="file">
            {mayCreate ? 'Add your first document below…' : 'No documents have been added yet.'}
          </EmptyHint>
        }
      >
        {(documents, total) => <DocumentsTable documents={documents} total={total} />}
      </PagedList>
      {mayCreate && <AddDocumentForm />}
      <Dialogs />
    </>
  )
}

export default DocumentsPanel
