import { type FileDetails, fileDetails } from '#schemas/details/file.ts'
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
  UserId,
  VisitId,
} from '#schemas/ids.ts'
import { changedDetails, type Decider, decideBy, evolveBy } from './decider.ts'
import { addVersion, bringBack, type Version, versionOf } from './file-versions.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends FileEvent['type']> = Extract<FileEvent, { type: Type }>['data']

/** The attributes that a bulk change may change and an undo puts back. */
type Changeable = { visitId: VisitId | null; categoryIds: readonly CategoryId[] } & FileDetails
/** Categories to add to those of the file, and categories to remove. */
type Relabelling = { addedCategoryIds?: readonly CategoryId[]; removedCategoryIds?: readonly CategoryId[] }

/** A deleted file keeps what it needs to be restored (D-10). */
export type File =
  | { status: 'none' }
  | ({
      status: 'active' | 'deleted' | 'purged'
      teamId: TeamId
      /** The file's site. It counts while the file has no visit; a visit takes its files along when it moves (D-04). */
      siteId: SiteId
      /** The upload, and what took its place since; the last one is the present content. */
      versions: readonly Version[]
      /** The content for which a thumbnail was made or has failed since it is the present one. */
      settled: ContentHash | null
      /** The trash entry of the newest deletion. */
      trashId: TrashId | null
      /** The last bulk change of this file, the file's attributes before it, and the site that it moved the file from. */
      lastBulk: { bulkId: BulkId; before: Changeable; movedFrom?: SiteId } | null
      /**
       * `events` counts the events of the stream. `revision` is that of the newest one that a person caused: thumbnails
       * do not count.
       */
      events: bigint
      revision: bigint
    } & Changeable)
type Known = Exclude<File, { status: 'none' }>

type Named = { fileId: FileId; teamId: TeamId }
type Ancestry = { siteId: SiteId; clientId: ClientId }
type Place = { ancestry: Ancestry; movedFrom?: Ancestry }

export type FileCommand =
  | { type: 'UploadFile'; file: DataOf<'FileUploaded'> }
  | ({ type: 'AddFileVersion'; received: Version; addedBy: UserId } & Named)
  | ({ type: 'BringBackFileVersion'; version: number; addedBy: UserId } & Named)
  | { type: 'RecordThumbnail'; thumbnail: DataOf<'ThumbnailMade'> }
  | { type: 'RecordThumbnailFailure'; failure: DataOf<'ThumbnailFailed'> }
  /**
   * Fields that are left out keep their values. `ancestry` is that of the visit, or of the file if it has no visit;
   * where that is another site than before, `movedFrom` is the one before.
   */
  | ({ type: 'ChangeFile'; bulkId: BulkId | null } & Place & Named & Partial<Changeable> & Relabelling)
  | ({ type: 'UndoBulk'; bulkId: BulkId } & Place & Named)
  | ({ type: 'DeleteFile' | 'RestoreFile' | 'PurgeFile'; trashId: TrashId } & Named)
type CommandNamed<Type extends FileCommand['type']> = Extract<FileCommand, { type: Type }>
export type ThumbnailCommand = CommandNamed<'RecordThumbnail' | 'RecordThumbnailFailure'>
type CommandOnTrash = Extract<FileCommand, { trashId: TrashId }>

const initialState: File = { status: 'none' }

/** The bulk change that can be undone after this change: none after a change by hand. */
const asPartOf = (file: Known, bulkId: BulkId | null): Known['lastBulk'] => {
  if (bulkId === null || file.lastBulk?.bulkId === bulkId) return bulkId === null ? null : file.lastBulk
  const { visitId, categoryIds } = file
  return { bulkId, before: { visitId, categoryIds, ...fileDetails.of(file) } }
}

/** Whether the event records a worker's result, which does not count as a change of the file. */
const isFinding = ({ type }: FileEvent): boolean => type === 'ThumbnailMade' || type === 'ThumbnailFailed'

const changedBy = evolveBy<Known, Exclude<FileEvent, { type: 'FileUploaded' }>>({
  FileVersionAdded: (file, data) => ({ ...file, versions: [...file.versions, versionOf(data)], settled: null }),
  ThumbnailMade: (file, data) => ({ ...file, settled: data.of }),
  ThumbnailFailed: (file, data) => ({ ...file, settled: data.of }),
  FileUpdated: (file, data) => ({ ...file, ...fileDetails.of(data), lastBulk: asPartOf(file, data.bulkId) }),
  FileVisitChanged: (file, { bulkId, visitId, siteId }) => ({
    ...file,
    visitId,
    siteId,
    lastBulk: asPartOf(file, bulkId),
  }),
  FileMoved: (file, { bulkId, visitId, siteId, from }) => {
    const partOf = asPartOf(file, bulkId)
    return { ...file, visitId, siteId, lastBulk: partOf && { ...partOf, movedFrom: from.siteId } }
  },
  FileCategoriesChanged: (file, { bulkId, categoryIds }) => ({
    ...file,
    categoryIds,
    lastBulk: asPartOf(file, bulkId),
  }),
  FileDeleted: (file, data) => ({ ...file, status: 'deleted', trashId: data.trashId }),
  FileRestored: (file) => ({ ...file, status: 'active' }),
  FilePurged: (file) => ({ ...file, status: 'purged' }),
})

const evolve = (file: File, event: FileEvent): File => {
  if (event.type !== 'FileUploaded') {
    if (file.status === 'none') return file
    const revision = isFinding(event) ? file.revision : file.events
    return { ...changedBy(file, event), events: file.events + 1n, revision }
  }
  const { teamId, siteId, visitId, categoryIds } = event.data
  const versions = [versionOf(event.data)]
  const attributes = { teamId, siteId, visitId, categoryIds, ...fileDetails.of(event.data), versions }
  return { status: 'active', ...attributes, settled: null, trashId: null, lastBulk: null, events: 1n, revision: 0n }
}

/** The revision that an editor must have seen (D-73). */
export const revisionOfFile = (file: File): bigint | null => (file.status === 'none' ? null : file.revision)

const upload = (file: File, data: DataOf<'FileUploaded'>): FileEvent[] => {
  if (file.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'FileUploaded', data }]
}

/** A second result, or one for content that the file no longer has, changes nothing. */
const settle = (file: File, event: Extract<FileEvent, { type: 'ThumbnailMade' | 'ThumbnailFailed' }>): FileEvent[] => {
  if (file.status === 'none') throw new RuleBroken('file-not-found')
  const { of } = event.data
  const isNews = file.status !== 'purged' && file.settled !== of && file.versions.at(-1)?.content.hash === of
  return isNews ? [event] : []
}

/** A file of another team counts as not found. */
const activeOf = (file: File, teamId: TeamId): Known => {
  if (file.status !== 'active' || file.teamId !== teamId) throw new RuleBroken('file-not-found')
  return file
}

const sameSet = (one: readonly CategoryId[], other: readonly CategoryId[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

type Wanted = Pick<CommandNamed<'ChangeFile'>, 'fileId' | 'bulkId' | keyof Place | keyof Changeable | keyof Relabelling>

const relabelled = (ids: readonly CategoryId[], { addedCategoryIds = [], removedCategoryIds = [] }: Relabelling) =>
  [...new Set([...ids, ...addedCategoryIds])].filter((id) => !removedCategoryIds.includes(id))

/** The events that bring the file to the wanted state; attributes that do not differ cause none. */
const changesTo = (file: Known, { fileId, bulkId, ancestry, movedFrom, ...wanted }: Wanted): FileEvent[] => {
  const ids = { fileId, teamId: file.teamId, bulkId }
  const details = changedDetails<FileDetails>(fileDetails, file, wanted)
  const { visitId = file.visitId } = wanted
  const categoryIds = relabelled(wanted.categoryIds ?? file.categoryIds, wanted)
  const events: FileEvent[] = []
  if (details) events.push({ type: 'FileUpdated', data: { ...ids, ...details } })
  if (movedFrom) {
    events.push({ type: 'FileMoved', data: { ...ids, visitId, ...ancestry, from: movedFrom } })
  } else if (visitId !== file.visitId) {
    events.push({ type: 'FileVisitChanged', data: { ...ids, visitId, ...ancestry } })
  }
  if (!sameSet(categoryIds, file.categoryIds)) {
    events.push({ type: 'FileCategoriesChanged', data: { ...ids, categoryIds: [...categoryIds] } })
  }
  return events
}

const restoreOrPurge = (file: File, { type, ...data }: CommandOnTrash): FileEvent[] => {
  const inTrash = file.status === 'deleted' && file.teamId === data.teamId && file.trashId === data.trashId
  if (!inTrash) throw new RuleBroken('trash-not-found')
  return [{ type: type === 'RestoreFile' ? 'FileRestored' : 'FilePurged', data }]
}

/** The event of a thumbnail's outcome: all that the command decides on a file that was uploaded and not touched since. */
export const thumbnailOutcome = (command: ThumbnailCommand) =>
  command.type === 'RecordThumbnail'
    ? ({ type: 'ThumbnailMade', data: command.thumbnail } as const)
    : ({ type: 'ThumbnailFailed', data: command.failure } as const)

const decide = decideBy<File, FileCommand, FileEvent>({
  UploadFile: (file, command) => upload(file, command.file),
  RecordThumbnail: (file, command) => settle(file, thumbnailOutcome(command)),
  RecordThumbnailFailure: (file, command) => settle(file, thumbnailOutcome(command)),
  AddFileVersion: (file, { fileId, teamId, received, addedBy }) =>
    addVersion(activeOf(file, teamId).versions, { fileId, teamId }, received, addedBy),
  BringBackFileVersion: (file, { fileId, teamId, version, addedBy }) =>
    bringBack(activeOf(file, teamId).versions, { fileId, teamId }, version, addedBy),
  ChangeFile: (file, command) => changesTo(activeOf(file, command.teamId), command),
  /** Undoes a bulk change of this file. Throws 'file-changed-since' if somebody has changed the file since. */
  UndoBulk: (file, { fileId, teamId, bulkId, ...place }) => {
    const stored = activeOf(file, teamId)
    if (stored.lastBulk?.bulkId !== bulkId) throw new RuleBroken('file-changed-since')
    return changesTo(stored, { fileId, bulkId: null, ...place, ...stored.lastBulk.before })
  },
  DeleteFile: (file, { type: _, ...data }) => {
    activeOf(file, data.teamId)
    return [{ type: 'FileDeleted', data }]
  },
  RestoreFile: restoreOrPurge,
  PurgeFile: restoreOrPurge,
})

export const fileDecider: Decider<File, FileCommand, FileEvent> = { initialState, evolve, decide }
