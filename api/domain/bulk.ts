import type { BulkEnded, BulkEvent, DocumentsChange, FileChange, SitesChange } from '#schemas/events/bulk.ts'
import type { BulkId, DocumentId, FileId, SiteId, TeamId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends BulkEvent['type']> = Extract<BulkEvent, { type: Type }>['data']

/** The nouns of which many records are changed at once, with their changes and their ids. */
type Changes = {
  files: { change: FileChange; id: FileId }
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
  /** The records that it is about, and those that it changed, none until it has ended. */
  ids: readonly ChangedId<Of>[]
  changed: readonly ChangedId<Of>[]
  /** Those that an undo put back, and those that it left unchanged. */
  undone: readonly ChangedId<Of>[]
  left: readonly ChangedId<Of>[]
}

/** A bulk change, a bulk upload or sample data: it begins, and it ends once every step is done. */
export type Bulk =
  | { status: 'none' }
  | { status: 'uploading' | 'uploaded'; teamId: TeamId }
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
  | ({ type: 'BeginUndo'; bulkId: BulkId; teamId: TeamId } & Undoing)
  | { type: 'BeginSampleRemoval'; removal: DataOf<'SampleRemovalBegun'> }

const initialState: Bulk = { status: 'none' }

/** The change of many records of a noun that a bulk is, if it is one. */
export const changeOf = <Of extends ChangedNoun>(bulk: Bulk, of: Of): RecordsChange<Of> | undefined =>
  'of' in bulk && bulk.of === of ? (bulk as unknown as RecordsChange<Of>) : undefined

const begun = <Of extends ChangedNoun>(
  of: Of,
  { teamId, change: wanted }: { teamId: TeamId; change: Changes[Of]['change'] },
  ids: readonly ChangedId<Of>[],
) => ({ status: 'changing', teamId, of, wanted, ids, changed: [], undone: [], left: [] }) as const

const withRecords = <Of extends ChangedNoun>(bulk: Bulk, of: Of, next: Partial<RecordsChange<Of>>): Bulk =>
  changeOf(bulk, of) ? ({ ...bulk, ...next } as Bulk) : bulk

type Sample = Extract<Bulk, { sample: object }>
const isSample = (bulk: Bulk): bulk is Sample => 'sample' in bulk
const sampleWith = (bulk: Bulk, next: Partial<Sample>): Bulk => (isSample(bulk) ? { ...bulk, ...next } : bulk)

const evolve = evolveBy<Bulk, BulkEvent>({
  FilesChangeBegun: (_bulk, data) => begun('files', data, data.fileIds),
  FilesChangeEnded: (bulk, { changed }) => withRecords(bulk, 'files', { status: 'changed', changed }),
  FilesUndoBegun: (bulk) => withRecords(bulk, 'files', { status: 'undoing' }),
  FilesUndoEnded: (bulk, { undone, left }) => withRecords(bulk, 'files', { status: 'undone', undone, left }),
  DocumentsChangeBegun: (_bulk, data) => begun('documents', data, data.documentIds),
  DocumentsChangeEnded: (bulk, { changed }) => withRecords(bulk, 'documents', { status: 'changed', changed }),
  DocumentsUndoBegun: (bulk) => withRecords(bulk, 'documents', { status: 'undoing' }),
  DocumentsUndoEnded: (bulk, { undone, left }) => withRecords(bulk, 'documents', { status: 'undone', undone, left }),
  SitesChangeBegun: (_bulk, data) => begun('sites', data, data.siteIds),
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
  BeginUndo: (bulk, command) => {
    const { bulkId, teamId } = command
    if (changeOf(bulk, command.of)?.teamId !== teamId) throw new RuleBroken('change-not-found')
    if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
    switch (command.of) {
      case 'files':
        return [{ type: 'FilesUndoBegun', data: { bulkId, teamId, fileIds: [...command.ids] } }]
      case 'documents':
        return [{ type: 'DocumentsUndoBegun', data: { bulkId, teamId, documentIds: [...command.ids] } }]
      default:
        return [{ type: 'SitesUndoBegun', data: { bulkId, teamId, siteIds: [...command.ids] } }]
    }
  },
  /** Sample data that is being removed, or was, is not removed again. Throws 'change-not-found' where none was added. */
  BeginSampleRemoval: (bulk, { removal }) => {
    if (!isSample(bulk) || bulk.teamId !== removal.teamId) throw new RuleBroken('change-not-found')
    return bulk.status === 'added' ? [{ type: 'SampleRemovalBegun', data: removal }] : []
  },
})

export const bulkDecider: Decider<Bulk, BulkCommand, BulkEvent> = { initialState, evolve, decide }
