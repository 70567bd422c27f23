import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/document-changes.ts'
import type { Document } from '#schemas/resources/documents.ts'
import { counted } from '#schemas/text/counted.ts'

/** The filters of a list of documents. */
export type DocumentsFilter = NonNullable<NonNullable<CallOf<typeof contracts.changeDocuments>['body']>['filter']>

/**
 * The chosen documents: those that are selected, or with a filter all that it matches, of which `documents` are loaded.
 * `count` is how many they are.
 */
export type Chosen = { documents: readonly Document[]; count: number; filter?: DocumentsFilter | undefined }

/** How a call names the chosen documents. */
export const named = ({ documents, count, filter }: Chosen) =>
  filter ? { filter, count } : { ids: documents.map(({ id }) => id) }

/** The number of documents with its noun: '1 document', '12 documents'. */
export const countedDocuments = (count: number): string => counted(count, 'document', 'documents')
