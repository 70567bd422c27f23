import type { BulkEvent, FileChange } from '#schemas/events/bulk.ts'
import type { BulkId, FileId, TeamId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends BulkEvent['type']> = Extract<BulkEvent, { type: Type }>['data']

/** A bulk change or bulk upload: it begins, and it ends once every step is done. */
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

type Beginning = 'FilesChangeBegun' | 'FilesUploadBegun' | 'DocumentsUploadBegun'
type Ending = 'FilesChangeEnded' | 'FilesUndoEnded' | 'FilesUploadEnded' | 'DocumentsUploadEnded'

export type BulkCommand =
  | { type: 'Begin'; beginning: Extract<BulkEvent, { type: Beginning }> }
  | { type: 'End'; ending: Extract<BulkEvent, { type: Ending }> }
  | { type: 'BeginUndo'; bulkId: BulkId; teamId: TeamId; fileIds: readonly FileId[] }
type CommandNamed<Type extends BulkCommand['type']> = Extract<BulkCommand, { type: Type }>

const initialState: Bulk = { status: 'none' }

const asChange = ({ teamId, change, fileIds }: DataOf<'FilesChangeBegun'>): Bulk => {
  return { status: 'changing', teamId, change, fileIds, changed: [], undone: [], left: [] }
}

const isChange = (bulk: Bulk): bulk is Extract<Bulk, { change: FileChange }> => 'change' in bulk

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
    case 'FilesUploadBegun':
    case 'DocumentsUploadBegun':
      return { status: 'uploading', teamId: event.data.teamId }
    case 'FilesUploadEnded':
    case 'DocumentsUploadEnded':
      return { status: 'uploaded', teamId: event.data.teamId }
    default:
      event satisfies never
      return bulk
  }
}

const begin = (bulk: Bulk, { beginning }: CommandNamed<'Begin'>): BulkEvent[] => {
  if (bulk.status !== 'none') throw new RuleBroken('id-taken')
  return [beginning]
}

/** The status in which each event may end a bulk. A second attempt to end it changes nothing. */
const running: Record<Ending, Bulk['status']> = {
  FilesChangeEnded: 'changing',
  FilesUndoEnded: 'undoing',
  FilesUploadEnded: 'uploading',
  DocumentsUploadEnded: 'uploading',
}

const end = (bulk: Bulk, { ending }: CommandNamed<'End'>): BulkEvent[] =>
  bulk.status === running[ending.type] ? [ending] : []

/** A change can be undone once. Throws 'change-not-found' or 'change-undone'. */
const beginUndo = (bulk: Bulk, { bulkId, teamId, fileIds }: CommandNamed<'BeginUndo'>): BulkEvent[] => {
  if (!isChange(bulk) || bulk.teamId !== teamId) throw new RuleBroken('change-not-found')
  if (bulk.status !== 'changed') throw new RuleBroken('change-undone')
  return [{ type: 'FilesUndoBegun', data: { bulkId, teamId, fileIds: [...fileIds] } }]
}

const decide = (bulk: Bulk, command: BulkCommand): BulkEvent[] => {
  switch (command.type) {
    case 'Begin':
      return begin(bulk, command)
    case 'End':
      return end(bulk, command)
    case 'BeginUndo':
      return beginUndo(bulk, command)
    default:
      command satisfies never
      return []
  }
}

export const bulkDecider: Decider<Bulk, BulkCommand, BulkEvent> = { initialState, evolve, decide }
