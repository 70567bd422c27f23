import type { BulkEnded, BulkEvent, DocumentsChange, FileChange, SitesChange } from '#schemas/events/bulk.ts'
import type { BulkId, DocumentId, FileId, SiteId, TeamId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends BulkEvent['type']> = Extract<BulkEvent, { type: Type }>['data']

/** The nouns besides files of which many records are changed at once, with their changes and their ids. */
type Changes = {
  documents: { change: DocumentsChange; id: DocumentId }
  sites: { change: SitesChange; id: SiteId }
}
export type ChangedNoun = keyof Changes
export type ChangedId<Of extends ChangedNoun> = Changes[Of]['id']

export type RecordsChange<Of extends ChangedNoun> = {
  status: 'changing' | 'changed' | 'undoing' | 'undone'
  teamId: TeamId
  of: Of
  wanted: Changes[Of]['change']
  /** The records that it is about, those that it changed, and those that an undo put back and left unchanged. */
  ids: readonly ChangedId<Of>[]
  changed: readonly ChangedId<Of>[]
  undone: readonly ChangedId<Of>[]
  left: readonly ChangedId<Of>[]
}

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
  | { [Of in ChangedNoun]: RecordsChange<Of> }[ChangedNoun]
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
  | 'SitesChangeBegun'
  | 'DocumentsUploadBegun'
  | 'SampleBegun'

type Undoing = { [Of in ChangedNoun]: { of: Of; ids: readonly ChangedId<Of>[] } }[ChangedNoun]

export type BulkCommand =
  | { type: 'Begin'; beginning: Extract<BulkEvent, { type: Beginning }> }
  | { type: 'End'; ending: Extract<BulkEvent, { type: BulkEnded }> }
  | { type: 'BeginUndo'; bulkId: BulkId; teamId: TeamId; fileIds: readonly FileId[] }
  | ({ type: 'BeginRecordsUndo'; bulkId: BulkId; teamId: TeamId } & Undoing)
  | { type: 'BeginSampleRemoval'; removal: DataOf<'SampleRemovalBegun'> }

const initialState: Bulk = { status: 'none' }

const asChange = ({ teamId, change, fileIds }: DataOf<'FilesChangeBegun'>): Bulk => {
  return { status: 'changing', teamId, change, fileIds, changed: [], undone: [], left: [] }
}

const isChange = (bulk: Bulk): bulk is Extract<Bulk, { change: FileChange }> => 'change' in bulk

/** The change of many records of a noun that a bulk is, if it is one. */
export const changeOf = <Of extends ChangedNoun>(bulk: Bulk, of: Of): RecordsChange<Of> | undefined =>
  'of' in bulk && bulk.of === of ? (bulk as unknown as RecordsChange<Of>) : undefined
const withRecords = <Of extends ChangedNoun>(bulk: Bulk, of: Of, next: Partial<RecordsChange<Of>>): Bulk =>
  changeOf(bulk, of) ? ({ ...bulk, ...next } as Bulk) : bulk
const unchanged = { status: 'changing', changed: [], undone: [], left: [] } as const

type Sample = Extract<Bulk, { sample: object }>
const isSample = (bulk: Bulk): bulk is Sample => 'sample' in bulk
const sampleWith = (bulk: Bulk, next: Partial<Sample>): Bulk => (isSample(bulk) ? { ...bulk, ...next } : bulk)

const evolve = evolveBy<Bulk, BulkEvent>({
  FilesChangeBegun: (_bulk, data) => asChange(data),
  FilesChangeEnded: (bulk, data) => (isChange(bulk) ? { ...bulk, status: 'changed', changed: data.changed } : bulk),
  FilesUndoBegun: (bulk) => (isChange(bulk) ? { ...bulk, status: 'undoing' } : bulk),
  FilesUndoEnded: (bulk, { undone, left }) => (isChange(bulk) ? { ...bulk, status: 'undone', undone, left } : bulk),
  DocumentsChangeBegun: (_bulk, { teamId, change: wanted, documentIds: ids }) => ({
    ...unchanged,
    teamId,
    of: 'documents',
    wanted,
    ids,
  }),
  DocumentsChangeEnded: (bulk, { changed }) => withRecords(bulk, 'documents', { status: 'changed', changed }),
  DocumentsUndoBegun: (bulk) => withRecords(bulk, 'documents', { status: 'undoing' }),
  DocumentsUndoEnded: (bulk, { undone, left }) => withRecords(bulk, 'documents', { status: 'undone', undone, left }),
  SitesChangeBegun: (_bulk, { teamId, change: wanted, siteIds: ids }) => {
    return { ...unchanged, teamId, of: 'sites', wanted, ids }
  },
  SitesChangeEnded: (bulk, { changed }) => withRecords(bulk, 'sites', { status: 'changed', changed }),
  SitesUndoBegun: (bulk) => withRecords(bulk, 'sites', { status: 'undoing' }),
  SitesUndoEnded: (bulk, { undone, left }) => withRecords(bulk, 'sites', { status: 'undone', undone, left }),
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
  SitesChangeEnded: 'changing',
  SitesUndoEnded: 'undoing',
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
  /** The same of documents and sites. */
  BeginRecordsUndo: (bulk, command) => {
    const { bulkId, teamId } = command
    if (changeOf(bulk, command.of)?.teamId !== teamId) throw new RuleBroken('change-not-found')
    if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
    return command.of === 'documents'
      ? [{ type: 'DocumentsUndoBegun', data: { bulkId, teamId, documentIds: [...command.ids] } }]
      : [{ type: 'SitesUndoBegun', data: { bulkId, teamId, siteIds: [...command.ids] } }]
  },
  /** Sample data that is being removed, or was, is not removed again. Throws 'change-not-found' where none was added. */
  BeginSampleRemoval: (bulk, { removal }) => {
    if (!isSample(bulk) || bulk.teamId !== removal.teamId) throw new RuleBroken('change-not-found')
    return bulk.status === 'added' ? [{ type: 'SampleRemovalBegun', data: removal }] : []
  },
})

export const bulkDecider: Decider<Bulk, BulkCommand, BulkEvent> = { initialState, evolve, decide }
