import { type DocumentDetails, documentDetails } from '#schemas/details/document.ts'
import type { DocumentEvent } from '#schemas/events/document.ts'
import type { DocumentId, TeamId, TrashId } from '#schemas/ids.ts'
import { changedDetails } from './changed-details.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** A deleted document keeps what it needs to be restored (D-10). */
export type Document =
  | { status: 'none' }
  | ({
      status: 'active' | 'deleted' | 'purged'
      teamId: TeamId
      /** The trash entry of the newest deletion. */
      trashId: TrashId | null
    } & DocumentDetails)

export type DocumentCommand =
  | { type: 'UploadDocument'; document: Extract<DocumentEvent, { type: 'DocumentUploaded' }>['data'] }
  | ({ type: 'ChangeDocument'; documentId: DocumentId; teamId: TeamId } & Partial<DocumentDetails>)
  | {
      type: 'DeleteDocument' | 'RestoreDocument' | 'PurgeDocument'
      documentId: DocumentId
      teamId: TeamId
      trashId: TrashId
    }
type CommandNamed<Type extends DocumentCommand['type']> = Extract<DocumentCommand, { type: Type }>
type CommandOnTrash = Extract<DocumentCommand, { trashId: TrashId }>

const initialState: Document = { status: 'none' }

const evolve = (document: Document, event: DocumentEvent): Document => {
  switch (event.type) {
    case 'DocumentUploaded':
      return { status: 'active', teamId: event.data.teamId, ...documentDetails.of(event.data), trashId: null }
    case 'DocumentRenamed':
      return document.status === 'none' ? document : { ...document, ...documentDetails.of(event.data) }
    case 'DocumentDeleted':
      return document.status === 'none' ? document : { ...document, status: 'deleted', trashId: event.data.trashId }
    case 'DocumentRestored':
      return document.status === 'none' ? document : { ...document, status: 'active' }
    case 'DocumentPurged':
      return document.status === 'none' ? document : { ...document, status: 'purged' }
    default:
      event satisfies never
      return document
  }
}

const upload = (document: Document, { document: data }: CommandNamed<'UploadDocument'>): DocumentEvent[] => {
  if (document.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'DocumentUploaded', data }]
}

/** A document of another team counts as not found. */
const activeOf = (document: Document, teamId: TeamId) => {
  if (document.status !== 'active' || document.teamId !== teamId) throw new RuleBroken('document-not-found')
  return document
}

const change = (document: Document, command: CommandNamed<'ChangeDocument'>): DocumentEvent[] => {
  const { documentId, teamId } = command
  const details = changedDetails<DocumentDetails>(documentDetails, activeOf(document, teamId), command)
  return details ? [{ type: 'DocumentRenamed', data: { documentId, teamId, ...details } }] : []
}

const remove = (document: Document, { type: _, ...data }: CommandOnTrash): DocumentEvent[] => {
  activeOf(document, data.teamId)
  return [{ type: 'DocumentDeleted', data }]
}

const restoreOrPurge = (document: Document, { type, ...data }: CommandOnTrash): DocumentEvent[] => {
  const { teamId, trashId } = data
  const inTrash = document.status === 'deleted' && document.teamId === teamId && document.trashId === trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreDocument' ? 'DocumentRestored' : 'DocumentPurged', data }]
}

const decide = (document: Document, command: DocumentCommand): DocumentEvent[] => {
  switch (command.type) {
    case 'UploadDocument':
      return upload(document, command)
    case 'ChangeDocument':
      return change(document, command)
    case 'DeleteDocument':
      return remove(document, command)
    case 'RestoreDocument':
    case 'PurgeDocument':
      return restoreOrPurge(document, command)
    default:
      command satisfies never
      return []
  }
}

export const documentDecider: Decider<Document, DocumentCommand, DocumentEvent> = { initialState, evolve, decide }
