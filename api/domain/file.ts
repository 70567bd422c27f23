import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { FileEvent } from '#schemas/events/file.ts'
import type {
  BulkId,
  CategoryId,
  ClientId,
  ContentHash,
  FileId,
  SiteId,
  TeamId,
  TrashId,
  VisitId,
} from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends FileEvent['type']> = Extract<FileEvent, { type: Type }>['data']

/** What a change of many files may change, and an undo puts back. */
type Changeable = { visitId: VisitId | null; categoryIds: readonly CategoryId[]; completedOn: CalendarDate }
/** Categories beside those that the file has, and out of those. */
type Relabelling = { addedCategoryIds?: readonly CategoryId[]; removedCategoryIds?: readonly CategoryId[] }

/** A deleted file keeps what it needs to be restored (D-10). */
export type File =
  | { status: 'none' }
  | ({
      status: 'stored' | 'deleted' | 'purged'
      teamId: TeamId
      /** Where it lies while it is without a visit: a visit takes its files along when it moves (D-04). */
      siteId: SiteId
      name: string
      hash: ContentHash
      /** Content whose thumbnail is settled, drawn or given up. */
      settled: ContentHash | null
      /** The newest deletion's. */
      trashId: TrashId | null
      /** The change of many files that was the last to change this one, and how it was before. */
      lastBulk: { bulkId: BulkId; before: Changeable } | null
      /** How many events made it; and the revision of the newest that a person meant: a thumbnail changes nothing. */
      events: bigint
      revision: bigint
    } & Changeable)
type Known = Exclude<File, { status: 'none' }>

type Named = { fileId: FileId; teamId: TeamId }
type Place = { siteId: SiteId; clientId: ClientId }

export type FileCommand =
  | { type: 'UploadFile'; file: DataOf<'FileUploaded'> }
  | { type: 'RecordThumbnail'; thumbnail: DataOf<'ThumbnailMade'> }
  | { type: 'RecordThumbnailFailure'; failure: DataOf<'ThumbnailFailed'> }
  /** What is left out stays as it is; `place` is the site of the visit, or where the file lies without one. */
  | ({ type: 'ChangeFile'; bulkId: BulkId | null; name?: string; place: Place } & Named &
      Partial<Changeable> &
      Relabelling)
  | ({ type: 'UndoBulk'; bulkId: BulkId; place: Place } & Named)
  | ({ type: 'DeleteFile' | 'RestoreFile' | 'PurgeFile'; trashId: TrashId } & Named)
type CommandNamed<Type extends FileCommand['type']> = Extract<FileCommand, { type: Type }>
type CommandOnTrash = Extract<FileCommand, { trashId: TrashId }>

const initialState: File = { status: 'none' }

/** A change by hand takes the file out of the reach of an undo. */
const asPartOf = (file: Known, bulkId: BulkId | null): Known['lastBulk'] => {
  if (bulkId === null || file.lastBulk?.bulkId === bulkId) return bulkId === null ? null : file.lastBulk
  const { visitId, categoryIds, completedOn } = file
  return { bulkId, before: { visitId, categoryIds, completedOn } }
}

/** What workers found out about the file as it is. */
const isFinding = ({ type }: FileEvent): boolean => type === 'ThumbnailMade' || type === 'ThumbnailFailed'

const changedBy = (file: Known, event: Exclude<FileEvent, { type: 'FileUploaded' }>): Known => {
  switch (event.type) {
    case 'ThumbnailMade':
    case 'ThumbnailFailed':
      return { ...file, settled: event.data.of }
    case 'FileUpdated': {
      const { bulkId, name, completedOn } = event.data
      return { ...file, name, completedOn, lastBulk: asPartOf(file, bulkId) }
    }
    case 'FileVisitChanged': {
      const { bulkId, visitId, siteId } = event.data
      return { ...file, visitId, siteId, lastBulk: asPartOf(file, bulkId) }
    }
    case 'FileCategoriesChanged': {
      const { bulkId, categoryIds } = event.data
      return { ...file, categoryIds, lastBulk: asPartOf(file, bulkId) }
    }
    case 'FileDeleted':
      return { ...file, status: 'deleted', trashId: event.data.trashId }
    case 'FileRestored':
      return { ...file, status: 'stored' }
    case 'FilePurged':
      return { ...file, status: 'purged' }
    default:
      event satisfies never
      return file
  }
}

const evolve = (file: File, event: FileEvent): File => {
  if (event.type !== 'FileUploaded') {
    if (file.status === 'none') return file
    const revision = isFinding(event) ? file.revision : file.events
    return { ...changedBy(file, event), events: file.events + 1n, revision }
  }
  const { teamId, siteId, visitId, categoryIds, name, completedOn, content } = event.data
  const said = { teamId, siteId, visitId, categoryIds, name, completedOn, hash: content.hash }
  return { status: 'stored', ...said, settled: null, trashId: null, lastBulk: null, events: 1n, revision: 0n }
}

/** What somebody who edits the file must have seen (D-73). */
export const revisionOfFile = (file: File): bigint | null => (file.status === 'none' ? null : file.revision)

const upload = (file: File, data: DataOf<'FileUploaded'>): FileEvent[] => {
  if (file.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'FileUploaded', data }]
}

/** A second worker's result, or one for content that the file no longer has, changes nothing. */
const settle = (file: File, event: Extract<FileEvent, { type: 'ThumbnailMade' | 'ThumbnailFailed' }>): FileEvent[] => {
  if (file.status === 'none') throw new RuleBroken('file-not-found')
  const isNews = file.status !== 'purged' && file.settled !== event.data.of && file.hash === event.data.of
  return isNews ? [event] : []
}

/** What another team has is not there. */
const storedOf = (file: File, teamId: TeamId): Known => {
  if (file.status !== 'stored' || file.teamId !== teamId) throw new RuleBroken('file-not-found')
  return file
}

const sameSet = (one: readonly CategoryId[], other: readonly CategoryId[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

type Wanted = Pick<
  CommandNamed<'ChangeFile'>,
  'fileId' | 'bulkId' | 'place' | 'name' | keyof Changeable | keyof Relabelling
>

const relabelled = (ids: readonly CategoryId[], { addedCategoryIds = [], removedCategoryIds = [] }: Relabelling) =>
  [...new Set([...ids, ...addedCategoryIds])].filter((id) => !removedCategoryIds.includes(id))

/** The events that make the file as it is wanted: only what differs. */
const changesTo = (file: Known, { fileId, bulkId, place, ...wanted }: Wanted): FileEvent[] => {
  const beside = { fileId, teamId: file.teamId, bulkId }
  const { name = file.name, completedOn = file.completedOn } = wanted
  const { visitId = file.visitId } = wanted
  const categoryIds = relabelled(wanted.categoryIds ?? file.categoryIds, wanted)
  const events: FileEvent[] = []
  if (name !== file.name || completedOn !== file.completedOn) {
    events.push({ type: 'FileUpdated', data: { ...beside, name, completedOn } })
  }
  if (visitId !== file.visitId) {
    events.push({ type: 'FileVisitChanged', data: { ...beside, visitId, ...place } })
  }
  if (!sameSet(categoryIds, file.categoryIds)) {
    events.push({ type: 'FileCategoriesChanged', data: { ...beside, categoryIds: [...categoryIds] } })
  }
  return events
}

/** Takes back what one change of many files did to this one, unless somebody has changed it since. */
const undo = (file: File, { fileId, teamId, bulkId, place }: CommandNamed<'UndoBulk'>): FileEvent[] => {
  const stored = storedOf(file, teamId)
  if (stored.lastBulk?.bulkId !== bulkId) throw new RuleBroken('file-changed-since')
  return changesTo(stored, { fileId, bulkId: null, place, ...stored.lastBulk.before })
}

const remove = (file: File, { type: _, ...data }: CommandOnTrash): FileEvent[] => {
  storedOf(file, data.teamId)
  return [{ type: 'FileDeleted', data }]
}

const takeOut = (file: File, { type, ...data }: CommandOnTrash): FileEvent[] => {
  const inTrash = file.status === 'deleted' && file.teamId === data.teamId && file.trashId === data.trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreFile' ? 'FileRestored' : 'FilePurged', data }]
}

const decide = (file: File, command: FileCommand): FileEvent[] => {
  switch (command.type) {
    case 'UploadFile':
      return upload(file, command.file)
    case 'RecordThumbnail':
      return settle(file, { type: 'ThumbnailMade', data: command.thumbnail })
    case 'RecordThumbnailFailure':
      return settle(file, { type: 'ThumbnailFailed', data: command.failure })
    case 'ChangeFile':
      return changesTo(storedOf(file, command.teamId), command)
    case 'UndoBulk':
      return undo(file, command)
    case 'DeleteFile':
      return remove(file, command)
    case 'RestoreFile':
    case 'PurgeFile':
      return takeOut(file, command)
    default:
      command satisfies never
      return []
  }
}

export const fileDecider: Decider<File, FileCommand, FileEvent> = { initialState, evolve, decide }
