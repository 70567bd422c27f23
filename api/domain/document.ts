import type { DocumentEvent } from '#schemas/events/document.ts'
import type { DocumentId, TeamId, TrashId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

/** A deleted document keeps what it needs to be restored (D-10). */
export type Document =
  | { status: 'none' }
  | {
      status: 'stored' | 'deleted' | 'purged'
      teamId: TeamId
      name: string
      /** The newest deletion's. */
      trashId: TrashId | null
    }

export type DocumentCommand =
  | { type: 'UploadDocument'; document: Extract<DocumentEvent, { type: 'DocumentUploaded' }>['data'] }
  | { type: 'RenameDocument'; documentId: DocumentId; teamId: TeamId; name: string }
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
      return { status: 'stored', teamId: event.data.teamId, name: event.data.name, trashId: null }
    case 'DocumentRenamed':
      return document.status === 'none' ? document : { ...document, name: event.data.name }
    case 'DocumentDeleted':
      return document.status === 'none' ? document : { ...document, status: 'deleted', trashId: event.data.trashId }
    case 'DocumentRestored':
      return document.status === 'none' ? document : { ...document, status: 'stored' }
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

/** What another team has is not there. */
const storedOf = (document: Document, teamId: TeamId) => {
  if (document.status !== 'stored' || document.teamId !== teamId) throw new RuleBroken('document-not-found')
  return document
}

const rename = (document: Document, { documentId, teamId, name }: CommandNamed<'RenameDocument'>): DocumentEvent[] =>
  storedOf(document, teamId).name === name ? [] : [{ type: 'DocumentRenamed', data: { documentId, teamId, name } }]

const remove = (document: Document, { type: _, ...data }: CommandOnTrash): DocumentEvent[] => {
  storedOf(document, data.teamId)
  return [{ type: 'DocumentDeleted', data }]
}

const takeOut = (document: Document, { type, ...data }: CommandOnTrash): DocumentEvent[] => {
  const { teamId, trashId } = data
  const inTrash = document.status === 'deleted' && document.teamId === teamId && document.trashId === trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreDocument' ? 'DocumentRestored' : 'DocumentPurged', data }]
}

const decide = (document: Document, command: DocumentCommand): DocumentEvent[] => {
  switch (command.type) {
    case 'UploadDocument':
      return upload(document, command)
    case 'RenameDocument':
      return rename(document, command)
    case 'DeleteDocument':
      return remove(document, command)
    case 'RestoreDocument':
    case 'PurgeDocument':
      return takeOut(document, command)
    default:
      command satisfies never
      return []
  }
}

export const documentDecider: Decider<Document, DocumentCommand, DocumentEvent> = { initialState, evolve, decide }
