import { fileStream } from '#api/event-store/streams.ts'
import type { WholeEvent } from '#api/event-store/whole-log.ts'
import { downloadName } from '#api/services/files/download-name.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'

const decoder = new TextDecoder()

/** The contents of files that events recorded, by file and version. */
const contentsIn = (events: readonly WholeEvent[]) =>
  events.flatMap((event): [string, WholeEvent][] => {
    if (event.type === 'FileUploaded') return [[`${event.stream} 1`, event]]
    if (event.type !== 'FileVersionAdded') return []
    return [[`${event.stream} ${JSON.parse(decoder.decode(event.data)).version}`, event]]
  })

/**
 * What answers the event that recorded the content of a file. `events` are those of the subject; `others` reads those of a
 * file that was recorded elsewhere.
 */
export const recordedContents = async (
  files: readonly FileRow[],
  events: readonly WholeEvent[],
  others: (id: FileRow['id']) => Promise<readonly WholeEvent[]>,
) => {
  const known = new Map(contentsIn(events))
  const keyOf = ({ id, version }: FileRow) => `${fileStream(id)} ${version}`
  const elsewhere = files.filter((file) => !known.has(keyOf(file))).map(({ id }) => id)
  for (const id of new Set(elsewhere))
    for (const [key, event] of contentsIn(await others(id))) if (!known.has(key)) known.set(key, event)
  return (file: FileRow) => known.get(keyOf(file))
}

/** Names contents 'Plan.pdf', and 'Plan (version 1).pdf' where others have replaced them. */
export const versionNames = (files: readonly FileRow[]) => {
  const current = new Map<FileRow['id'], number>()
  for (const { id, version } of files) current.set(id, Math.max(version, current.get(id) ?? 0))
  return (file: FileRow): string => {
    const name = downloadName(file)
    if (file.version === current.get(file.id)) return name
    const extension = extensionOf(name)
    return `${name.slice(0, name.length - extension.length)} (version ${file.version})${extension}`
  }
}
