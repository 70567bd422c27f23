import type { BulkEnded, BulkEvent, DocumentsChange, FileChange } from '#schemas/events/bulk.ts'
import type { BulkId, DocumentId, FileId, TeamId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends BulkEvent['type']> = Extract<BulkEvent, { type: Type }>['data']

/** A bulk change, a bulk upload or sample data: it begins, and it ends once every step is done. */
export type Bulk =
  | { status: 'none' }
  | { status: 'uploading' | 'uploaded'; teamId: TeamId }
  | {
      status: 'changing' | 'changed' | 'undoing' | 'undone'
      teamId: TeamId
      change: FileChange
      /** The files that it is about. */
      fileIds: readonly FileId[]
      /** Those that it changed; empty until it has ended. */
      changed: readonly FileId[]
      /** The files that an undo put back, and those that it left unchanged. */
      undone: readonly FileId[]
      left: readonly FileId[]
    }
  | {
      status: 'changing' | 'changed' | 'undoing' | 'undone'
      teamId: TeamId
      ofDocuments: DocumentsChange
      documentIds: readonly DocumentId[]
      changed: readonly DocumentId[]
      undone: readonly DocumentId[]
      left: readonly DocumentId[]
    }
  | {
      status: 'adding' | 'added' | 'removing' | 'removed'
      teamId: TeamId
      sample: DataOf<'SampleBegun'>
      /** The active records of the set when its removal began. */
      records: number
    }

type Beginning =
  | 'FilesChangeBegun'
  | 'FilesUploadBegun'
  | 'DocumentsChangeBegun'
  | 'DocumentsUploadBegun'
  | 'SampleBegun'

export type BulkCommand =
  | { type: 'Begin'; beginning: Extract<BulkEvent, { type: Beginning }> }
  | { type: 'End'; ending: Extract<BulkEvent, { type: BulkEnded }> }
  | { type: 'BeginUndo'; bulkId: BulkId; teamId: TeamId; fileIds: readonly FileId[] }
  | { type: 'BeginDocumentsUndo'; bulkId: BulkId; teamId: TeamId; documentIds: readonly DocumentId[] }
  | { type: 'BeginSampleRemoval'; removal: DataOf<'SampleRemovalBegun'> }
type CommandNamed<Type extends BulkCommand['type']> = Extract<BulkCommand, { type: Type }>

const initialState: Bulk = { status: 'none' }

const asChange = ({ teamId, change, fileIds }: DataOf<'FilesChangeBegun'>): Bulk => {
  return { status: 'changing', teamId, change, fileIds, changed: [], undone: [], left: [] }
}

const isChange = (bulk: Bulk): bulk is Extract<Bulk, { change: FileChange }> => 'change' in bulk
type OfDocuments = Extract<Bulk, { ofDocuments: object }>
const isOfDocuments = (bulk: Bulk): bulk is OfDocuments => 'ofDocuments' in bulk
const documentsWith = (bulk: Bulk, next: Partial<OfDocuments>): Bulk =>
  isOfDocuments(bulk) ? { ...bulk, ...next } : bulk
type Sample = Extract<Bulk, { sample: object }>
const isSample = (bulk: Bulk): bulk is Sample => 'sample' in bulk
const sampleWith = (bulk: Bulk, next: Partial<Sample>): Bulk => (isSample(bulk) ? { ...bulk, ...next } : bulk)

const evolve = (bulk: Bulk, event: BulkEvent): Bulk => {
  switch (event.type) {
    case 'FilesChangeBegun':
      return asChange(event.data)
    case 'FilesChangeEnded':
      return isChange(bulk) ? { ...bulk, status: 'changed', changed: event.data.changed } : bulk
    case 'FilesUndoBegun':
      return isChange(bulk) ? { ...bulk, status: 'undoing' } : bulk
    case 'FilesUndoEnded': {
      const { undone, left } = event.data
      return isChange(bulk) ? { ...bulk, status: 'undone', undone, left } : bulk
    }
    case 'DocumentsChangeBegun': {
      const { teamId, change: ofDocuments, documentIds } = event.data
      return { status: 'changing', teamId, ofDocuments, documentIds, changed: [], undone: [], left: [] }
    }
    case 'DocumentsChangeEnded':
      return documentsWith(bulk, { status: 'changed', changed: event.data.changed })
    case 'DocumentsUndoBegun':
      return documentsWith(bulk, { status: 'undoing' })
    case 'DocumentsUndoEnded':
      return documentsWith(bulk, { status: 'undone', undone: event.data.undone, left: event.data.left })
    case 'FilesUploadBegun':
    case 'DocumentsUploadBegun':
      return { status: 'uploading', teamId: event.data.teamId }
    case 'FilesUploadEnded':
    case 'DocumentsUploadEnded':
      return { status: 'uploaded', teamId: event.data.teamId }
    case 'SampleBegun':
      return { status: 'adding', teamId: event.data.teamId, sample: event.data, records: 0 }
    case 'SampleEnded':
      return sampleWith(bulk, { status: 'added' })
    case 'SampleRemovalBegun':
      return sampleWith(bulk, { status: 'removing', records: event.data.records })
    case 'SampleRemovalEnded':
      return sampleWith(bulk, { status: 'removed' })
    default:
      event satisfies never
      return bulk
  }
}

/** Sample data is there once, however often it is asked for; after its removal it may come again. */
const begin = (bulk: Bulk, { beginning }: CommandNamed<'Begin'>): BulkEvent[] => {
  if (beginning.type === 'SampleBegun' && isSample(bulk)) return bulk.status === 'removed' ? [beginning] : []
  if (bulk.status !== 'none') throw new RuleBroken('id-taken')
  return [beginning]
}

/** The status in which each event may end a bulk. A second attempt to end it changes nothing. */
const running: Record<BulkEnded, Bulk['status']> = {
  FilesChangeEnded: 'changing',
  FilesUndoEnded: 'undoing',
  FilesUploadEnded: 'uploading',
  DocumentsChangeEnded: 'changing',
  DocumentsUndoEnded: 'undoing',
  DocumentsUploadEnded: 'uploading',
  SampleEnded: 'adding',
  SampleRemovalEnded: 'removing',
}

const end = (bulk: Bulk, { ending }: CommandNamed<'End'>): BulkEvent[] =>
  bulk.status === running[ending.type] ? [ending] : []

/** A change can be undone once. Throws 'change-not-found' or 'change-undone'. */
const beginUndo = (bulk: Bulk, { bulkId, teamId, fileIds }: CommandNamed<'BeginUndo'>): BulkEvent[] => {
  if (!isChange(bulk) || bulk.teamId !== teamId) throw new RuleBroken('change-not-found')
  if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
  return [{ type: 'FilesUndoBegun', data: { bulkId, teamId, fileIds: [...fileIds] } }]
}

/** The same of documents. */
const beginDocumentsUndo = (bulk: Bulk, command: CommandNamed<'BeginDocumentsUndo'>): BulkEvent[] => {
  const { bulkId, teamId, documentIds } = command
  if (!isOfDocuments(bulk) || bulk.teamId !== teamId) throw new RuleBroken('change-not-found')
  if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
  return [{ type: 'DocumentsUndoBegun', data: { bulkId, teamId, documentIds: [...documentIds] } }]
}

/** Sample data that is being removed, or was, is not removed again. Throws 'change-not-found' where none was added. */
const beginSampleRemoval = (bulk: Bulk, { removal }: CommandNamed<'BeginSampleRemoval'>): BulkEvent[] => {
  if (!isSample(bulk) || bulk.teamId !== removal.teamId) throw new RuleBroken('change-not-found')
  return bulk.status === 'added' ? [{ type: 'SampleRemovalBegun', data: removal }] : []
}

const decide = (bulk: Bulk, command: BulkCommand): BulkEvent[] => {
  switch (command.type) {
    case 'Begin':
      return begin(bulk, command)
    case 'End':
      return end(bulk, command)
    case 'BeginUndo':
      return beginUndo(bulk, command)
    case 'BeginDocumentsUndo':
      return beginDocumentsUndo(bulk, command)
    case 'BeginSampleRemoval':
      return beginSampleRemoval(bulk, command)
    default:
      command satisfies never
      return []
  }
}

export const bulkDecider: Decider<Bulk, BulkCommand, BulkEvent> = { initialState, evolve, decide }
