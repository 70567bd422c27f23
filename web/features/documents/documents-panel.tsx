import { EmptyHint } from '#web/components/empty-hint.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { AddDocumentForm } from '#web/features/documents/add-document-form.tsx'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import { DocumentsTable, type ListedDocument } from '#web/features/documents/documents-table.tsx'
import { listDocuments } from '#web/lib/calls/documents.ts'
import { searchDocuments } from '#web/lib/calls/search.ts'
import { type ListQuery, listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

const documentsOf = (text: string): ListQuery<ListedDocument> =>
  text === '' ? listQuery(listDocuments) : listQuery(searchDocuments, { query: text })

/** The team's documents, and below them the form that adds one (D-32, FILE-14, ABIL-17). */
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
      <DialogsOutlet dialogs={documentFeature.dialogs} />
    </>
  )
}

export default DocumentsPanel
