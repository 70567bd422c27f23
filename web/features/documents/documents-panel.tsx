import { listDocuments } from '#schemas/resources/documents.ts'
import { searchDocuments } from '#schemas/resources/search.ts'
import { ExpiryFilter } from '#web/components/list/expiry-filter.tsx'
import { ListFilters } from '#web/components/list/list-filters.tsx'
import { Records } from '#web/components/list/records.tsx'
import { DialogsOutlet } from '#web/components/record/lazy-dialogs.tsx'
import { AddDocumentForm } from '#web/features/documents/add-document-form.tsx'
import { documentColumns, type ListedDocument } from '#web/features/documents/document-columns.tsx'
import { documentFeature } from '#web/features/documents/document-feature.ts'
import { DocumentsGallery } from '#web/features/documents/documents-gallery.tsx'
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
      <Records
        kind="documents"
        columns={documentColumns}
        query={query}
        search={search}
        filtered={address.expires !== undefined}
        filters={<ListFilters names={[]} besides="expires" beside={(bare) => <ExpiryFilter bare={bare} />} />}
        viewed
        besides="List"
        form={mayCreate && <AddDocumentForm />}
        hint={mayCreate ? 'Add your first document below…' : 'No documents have been added yet.'}
      >
        {(documents, total, isExact) => (
          <DocumentsGallery
            documents={documents}
            total={total}
            filter={isExact ? { ...narrowed, ...(search.text ? { search: search.text } : {}) } : undefined}
          />
        )}
      </Records>
      <DialogsOutlet dialogs={documentFeature.dialogs} />
    </>
  )
}

export default DocumentsPanel
