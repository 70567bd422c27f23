import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/document-changes.ts'
import type { Document } from '#schemas/resources/documents.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Chosen } from '#web/lib/chosen.ts'

/** The filters of a list of documents. */
export type DocumentsFilter = NonNullable<NonNullable<CallOf<typeof contracts.changeDocuments>['body']>['filter']>

export type ChosenDocuments = Chosen<Document, DocumentsFilter>

/** The number of documents with its noun: '1 document', '12 documents'. */
export const countedDocuments = (count: number): string => counted(count, 'document', 'documents')
