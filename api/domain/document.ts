import { type DocumentDetails, documentDetails } from '#schemas/details/document.ts'
import type { DocumentEvent } from '#schemas/events/document.ts'
import type { BulkId, DocumentId, TeamId, TrashId } from '#schemas/ids.ts'
import { changedDetails, type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** A deleted document keeps what it needs to be restored (D-10). */
type Document =
  | { status: 'none' }
  | ({
      status: 'active' | 'deleted' | 'purged'
      teamId: TeamId
      /** The trash entry of the newest deletion. */
      trashId: TrashId | null
      /** The bulk change that can be undone, with what the document had before; null after a change by hand. */
      lastBulk: { bulkId: BulkId; before: DocumentDetails } | null
    } & DocumentDetails)
type Known = Exclude<Document, { status: 'none' }>

type Named = { documentId: DocumentId; teamId: TeamId }

export type DocumentCommand =
  | { type: 'UploadDocument'; document: Extract<DocumentEvent, { type: 'DocumentUploaded' }>['data'] }
  | ({ type: 'ChangeDocument'; bulkId: BulkId | null } & Named & Partial<DocumentDetails>)
  | ({ type: 'UndoBulk'; bulkId: BulkId } & Named)
  | ({ type: 'DeleteDocument' | 'RestoreDocument' | 'PurgeDocument'; trashId: TrashId } & Named)
type CommandNamed<Type extends DocumentCommand['type']> = Extract<DocumentCommand, { type: Type }>
type RenamedData = Extract<DocumentEvent, { type: 'DocumentRenamed' }>['data']
type CommandOnTrash = Extract<DocumentCommand, { trashId: TrashId }>

const initialState: Document = { status: 'none' }

/** The bulk change that can be undone after this change: none after a change by hand. */
const asPartOf = (document: Known, bulkId: BulkId | null): Known['lastBulk'] => {
  if (bulkId === null || document.lastBulk?.bulkId === bulkId) return bulkId === null ? null : document.lastBulk
  return { bulkId, before: documentDetails.of(document) }
}

const changed = (document: Known, { bulkId, ...data }: RenamedData): Known => {
  return { ...document, ...documentDetails.of(data), lastBulk: asPartOf(document, bulkId) }
}

const evolve = evolveBy<Document, DocumentEvent>({
  DocumentUploaded: (_document, data) => ({
    status: 'active',
    teamId: data.teamId,
    ...documentDetails.of(data),
    trashId: null,
    lastBulk: null,
  }),
  DocumentRenamed: (document, data) => (document.status === 'none' ? document : changed(document, data)),
  DocumentDeleted: (document, data) =>
    document.status === 'none' ? document : { ...document, status: 'deleted', trashId: data.trashId },
  DocumentRestored: (document) => (document.status === 'none' ? document : { ...document, status: 'active' }),
  DocumentPurged: (document) => (document.status === 'none' ? document : { ...document, status: 'purged' }),
})

/** A document of another team counts as not found. */
const activeOf = (document: Document, teamId: TeamId) => {
  if (document.status !== 'active' || document.teamId !== teamId) throw new RuleBroken('document-not-found')
  return document
}

const change = (document: Document, command: Omit<CommandNamed<'ChangeDocument'>, 'type'>): DocumentEvent[] => {
  const { documentId, teamId, bulkId } = command
  const details = changedDetails<DocumentDetails>(documentDetails, activeOf(document, teamId), command)
  return details ? [{ type: 'DocumentRenamed', data: { documentId, teamId, bulkId, ...details } }] : []
}

const restoreOrPurge = (document: Document, { type, ...data }: CommandOnTrash): DocumentEvent[] => {
  const { teamId, trashId } = data
  const inTrash = document.status === 'deleted' && document.teamId === teamId && document.trashId === trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreDocument' ? 'DocumentRestored' : 'DocumentPurged', data }]
}

const decide = decideBy<Document, DocumentCommand, DocumentEvent>({
  UploadDocument: (document, { document: data }) => {
    if (document.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'DocumentUploaded', data }]
  },
  ChangeDocument: change,
  /** Undoes a bulk change of this document. Throws 'document-changed-since' if somebody has changed the document since. */
  UndoBulk: (document, { documentId, teamId, bulkId }) => {
    const { lastBulk } = activeOf(document, teamId)
    if (lastBulk?.bulkId !== bulkId) throw new RuleBroken('document-changed-since')
    return change(document, { documentId, teamId, bulkId: null, ...lastBulk.before })
  },
  DeleteDocument: (document, { type: _, ...data }) => {
    activeOf(document, data.teamId)
    return [{ type: 'DocumentDeleted', data }]
  },
  RestoreDocument: restoreOrPurge,
  PurgeDocument: restoreOrPurge,
})

export const documentDecider: Decider<Document, DocumentCommand, DocumentEvent> = { initialState, evolve, decide }
