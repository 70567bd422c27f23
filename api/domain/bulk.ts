import type { BulkEnded, BulkEvent, DocumentsChange, FileChange } from '#schemas/events/bulk.ts'
import type { BulkId, DocumentId, FileId, TeamId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
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

const evolve = evolveBy<Bulk, BulkEvent>({
  FilesChangeBegun: (_bulk, data) => asChange(data),
  FilesChangeEnded: (bulk, data) => (isChange(bulk) ? { ...bulk, status: 'changed', changed: data.changed } : bulk),
  FilesUndoBegun: (bulk) => (isChange(bulk) ? { ...bulk, status: 'undoing' } : bulk),
  FilesUndoEnded: (bulk, { undone, left }) => (isChange(bulk) ? { ...bulk, status: 'undone', undone, left } : bulk),
  DocumentsChangeBegun: (_bulk, { teamId, change: ofDocuments, documentIds }) => ({
    status: 'changing',
    teamId,
    ofDocuments,
    documentIds,
    changed: [],
    undone: [],
    left: [],
  }),
  DocumentsChangeEnded: (bulk, data) => documentsWith(bulk, { status: 'changed', changed: data.changed }),
  DocumentsUndoBegun: (bulk) => documentsWith(bulk, { status: 'undoing' }),
  DocumentsUndoEnded: (bulk, data) => documentsWith(bulk, { status: 'undone', undone: data.undone, left: data.left }),
  FilesUploadBegun: (_bulk, data) => ({ status: 'uploading', teamId: data.teamId }),
  DocumentsUploadBegun: (_bulk, data) => ({ status: 'uploading', teamId: data.teamId }),
  FilesUploadEnded: (_bulk, data) => ({ status: 'uploaded', teamId: data.teamId }),
  DocumentsUploadEnded: (_bulk, data) => ({ status: 'uploaded', teamId: data.teamId }),
  SampleBegun: (_bulk, data) => ({ status: 'adding', teamId: data.teamId, sample: data, records: 0 }),
  SampleEnded: (bulk) => sampleWith(bulk, { status: 'added' }),
  SampleRemovalBegun: (bulk, data) => sampleWith(bulk, { status: 'removing', records: data.records }),
  SampleRemovalEnded: (bulk) => sampleWith(bulk, { status: 'removed' }),
})

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

const decide = decideBy<Bulk, BulkCommand, BulkEvent>({
  /** Sample data is there once, however often it is asked for; after its removal it may come again. */
  Begin: (bulk, { beginning }) => {
    if (beginning.type === 'SampleBegun' && isSample(bulk)) return bulk.status === 'removed' ? [beginning] : []
    if (bulk.status !== 'none') throw new RuleBroken('id-taken')
    return [beginning]
  },
  End: (bulk, { ending }) => (bulk.status === running[ending.type] ? [ending] : []),
  /** A change can be undone once. Throws 'change-not-found' or 'change-undone'. */
  BeginUndo: (bulk, { bulkId, teamId, fileIds }) => {
    if (!isChange(bulk) || bulk.teamId !== teamId) throw new RuleBroken('change-not-found')
    if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
    return [{ type: 'FilesUndoBegun', data: { bulkId, teamId, fileIds: [...fileIds] } }]
  },
  /** The same of documents. */
  BeginDocumentsUndo: (bulk, command) => {
    const { bulkId, teamId, documentIds } = command
    if (!isOfDocuments(bulk) || bulk.teamId !== teamId) throw new RuleBroken('change-not-found')
    if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
    return [{ type: 'DocumentsUndoBegun', data: { bulkId, teamId, documentIds: [...documentIds] } }]
  },
  /** Sample data that is being removed, or was, is not removed again. Throws 'change-not-found' where none was added. */
  BeginSampleRemoval: (bulk, { removal }) => {
    if (!isSample(bulk) || bulk.teamId !== removal.teamId) throw new RuleBroken('change-not-found')
    return bulk.status === 'added' ? [{ type: 'SampleRemovalBegun', data: removal }] : []
  },
})

export const bulkDecider: Decider<Bulk, BulkCommand, BulkEvent> = { initialState, evolve, decide }
