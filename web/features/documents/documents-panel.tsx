import { listDocuments } from '#schemas/resources/documents.ts'
import { searchDocuments } from '#schemas/resources/search.ts'
import { EmptyHint } from '#web/components/empty-hint.tsx'
import { ExpiryFilter } from '#web/components/list/expiry-filter.tsx'
import { ListTools } from '#web/components/list/list-tools.tsx'
import { SavedViews } from '#web/components/list/saved-views.tsx'
import { PagedList } from '#web/components/paged-list.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { AddDocumentForm } from '#web/features/documents/add-document-form.tsx'
import { documentColumns } from '#web/features/documents/document-columns.tsx'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import { DocumentsGallery } from '#web/features/documents/documents-gallery.tsx'
import type { ListedDocument } from '#web/features/documents/documents-table.tsx'
import { documentsBy, useListAddress } from '#web/lib/list-address.ts'
import { type ListQuery, listQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useListSearch } from '#web/lib/use-list-search.ts'

const documentsOf = (text: string, by: ReturnType<typeof documentsBy>): ListQuery<ListedDocument> =>
  // A found document is a subtype of a document, but the query type is invariant.
  text === ''
    ? (listQuery(listDocuments, undefined, by) as unknown as ListQuery<ListedDocument>)
    : (listQuery(searchDocuments, { query: text }, by) as unknown as ListQuery<ListedDocument>)

/** The team's documents, and below them the form that adds one (D-32). */
const DocumentsPanel = () => {
  const mayCreate = useCan()('documents.create')
  const search = useListSearch()
  const { address } = useListAddress()
  const by = documentsBy(address)
  const { sort: _, ...narrowed } = by
  const query = documentsOf(search.text, by)
  return (
    <>
      <PagedList
        query={query}
        search={search}
        nouns={['document', 'documents']}
        filtered={address.expires !== undefined}
        filter={
          <>
            <ExpiryFilter bare />
            <SavedViews kind="documents" columns={documentColumns} />
          </>
        }
        tools={<ListTools kind="documents" columns={documentColumns} query={query} besides="List" />}
        addable={mayCreate}
        empty={
          <EmptyHint icon="file">
            {mayCreate ? 'Add your first document below…' : 'No documents have been added yet.'}
          </EmptyHint>
        }
      >
        {(documents, total, isExact) => (
          <DocumentsGallery
            documents={documents}
            total={total}
            filter={isExact ? { ...narrowed, ...(search.text ? { search: search.text } : {}) } : undefined}
          />
        )}
      </PagedList>
      {mayCreate && <AddDocumentForm />}
      <DialogsOutlet dialogs={documentFeature.dialogs} />
    </>
  )
}

export default DocumentsPanel
