import { fileStream } from '#api/event-store/streams.ts'
import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { downloadName } from '#api/services/files/download-name.ts'
import { placed } from '#api/services/zips/placed.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { FileId } from '#schemas/ids.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'
import type { PackOrder } from './pack.ts'

/** A file with a content that it had, and the event that recorded it; none where it is not known. */
export type RecordedContent = { file: FileRow; event: WholeEvent | undefined }

const decoder = new TextDecoder()

/** The files with the contents that events gave them. */
const contentsIn = (events: readonly WholeEvent[], row: FileRow): RecordedContent[] =>
  events.flatMap((event) => {
    if (event.type !== 'FileUploaded' && event.type !== 'FileVersionAdded') return []
    const data: EventNamed<'FileVersionAdded'>['data'] = { version: 1, ...JSON.parse(decoder.decode(event.data)) }
    const { version, localFileName: local_file_name, mimeType: mime_type, content } = data
    return [{ file: { ...row, version, local_file_name, mime_type, ...content }, event }]
  })

/**
 * The contents of files that a pack lists. `events` are those of the subject up to the moment; `others` reads those of a
 * file that was recorded elsewhere.
 */
export const recordedContents = async (
  rows: readonly FileRow[],
  { versions }: Pick<PackOrder, 'versions'>,
  events: readonly WholeEvent[],
  others: (id: FileId) => Promise<readonly WholeEvent[]>,
): Promise<RecordedContent[]> => {
  const byStream = Map.groupBy(events, ({ stream }) => stream)
  const recorded: RecordedContent[] = []
  for (const row of rows) {
    const stream = fileStream(row.id)
    const wanted = (from: readonly WholeEvent[]) =>
      contentsIn(
        from.filter((event) => event.stream === stream),
        row,
      ).filter(({ file }) => versions === 'all' || file.version === row.version)
    const own = wanted(byStream.get(stream) ?? [])
    const isWhole = own.length === (versions === 'all' ? row.version : 1)
    const found = isWhole ? own : wanted(await others(row.id))
    recorded.push(...(found.length > 0 ? found : [{ file: row, event: undefined }]))
  }
  return recorded
}

/** The same with their paths: 'Plan.pdf', and 'Plan (version 1).pdf' of what others have replaced. */
export const placedContents = (recorded: readonly RecordedContent[], rows: readonly FileRow[]) => {
  const current = new Map(rows.map(({ id, version }) => [id, version]))
  const nameOf = (file: FileRow): string => {
    const name = downloadName(file)
    if (file.version === current.get(file.id)) return name
    const extension = extensionOf(name)
    return `${name.slice(0, name.length - extension.length)} (version ${file.version})${extension}`
  }
  const keyOf = ({ id, version }: FileRow): string => `${id}/${version}`
  const events = new Map(recorded.map(({ file, event }) => [keyOf(file), event]))
  return placed(
    recorded.map(({ file }) => file),
    [],
    nameOf,
  ).map(({ path, file }) => ({
    path: `files/${path}`,
    file,
    event: events.get(keyOf(file)),
  }))
}
