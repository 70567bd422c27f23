import type { FileEvent } from '#schemas/events/file.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends FileEvent['type']> = Extract<FileEvent, { type: Type }>['data']

export type File =
  | { status: 'none' }
  | {
      status: 'stored'
      hash: ContentHash /** Content whose thumbnail is settled, drawn or given up. */
      settled: ContentHash | null
    }

export type FileCommand =
  | { type: 'UploadFile'; file: DataOf<'FileUploaded'> }
  | { type: 'RecordThumbnail'; thumbnail: DataOf<'ThumbnailMade'> }
  | { type: 'RecordThumbnailFailure'; failure: DataOf<'ThumbnailFailed'> }

const initialState: File = { status: 'none' }

const evolve = (file: File, event: FileEvent): File => {
  switch (event.type) {
    case 'FileUploaded':
      return { status: 'stored', hash: event.data.content.hash, settled: null }
    case 'ThumbnailMade':
    case 'ThumbnailFailed':
      return file.status === 'stored' ? { ...file, settled: event.data.of } : file
    default:
      event satisfies never
      return file
  }
}

const upload = (file: File, data: DataOf<'FileUploaded'>): FileEvent[] => {
  if (file.status !== 'none') throw new RuleBroken('id-taken')
  return [{ type: 'FileUploaded', data }]
}

/** A second worker's result, or one for content that the file no longer has, changes nothing. */
const settle = (file: File, event: Exclude<FileEvent, { type: 'FileUploaded' }>): FileEvent[] => {
  if (file.status === 'none') throw new RuleBroken('file-not-found')
  return file.settled === event.data.of || file.hash !== event.data.of ? [] : [event]
}

const decide = (file: File, command: FileCommand): FileEvent[] => {
  switch (command.type) {
    case 'UploadFile':
      return upload(file, command.file)
    case 'RecordThumbnail':
      return settle(file, { type: 'ThumbnailMade', data: command.thumbnail })
    case 'RecordThumbnailFailure':
      return settle(file, { type: 'ThumbnailFailed', data: command.failure })
    default:
      command satisfies never
      return []
  }
}

export const fileDecider: Decider<File, FileCommand, FileEvent> = { initialState, evolve, decide }
