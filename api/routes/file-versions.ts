import type { ContentStore } from '#api/adapters/content-store.ts'
import { type FileCommand, fileDecider, revisionOfFile } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { fileStream } from '#api/event-store/streams.ts'
import { list, resource } from '#api/http/answer.ts'
import { type Call, type Route, route } from '#api/http/route.ts'
import { presentFile } from '#api/presenters/file.ts'
import { activeFile } from '#api/services/files/active-files.ts'
import { receivedFile } from '#api/services/files/received-files.ts'
import { storeContent } from '#api/services/files/stored-content.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orBehind, orNotFound } from '#api/services/records/owned.ts'
import type { FileVersionRow } from '#projections/facilities/file-versions.ts'
import type { UserId } from '#schemas/ids.ts'
import {
  addFileVersion,
  bringBackFileVersion,
  type FileVersion,
  listFileVersions,
  type VersionedFile,
} from '#schemas/resources/file-versions.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { presentOriginal } from '../presenters/original.ts'

/** Presents a version of a file whose newest version is `current`; `names` maps who added it to a name. */
const presentFileVersion = (
  row: FileVersionRow,
  current: number,
  names: ReadonlyMap<UserId, string | null>,
): FileVersion => ({
  version: row.version,
  is_current: row.version === current,
  local_file_name: row.local_file_name,
  size: row.size,
  human_readable_size: humanReadableSize(row.size),
  type: row.type,
  mime_type: row.mime_type,
  original: presentOriginal(row),
  sha256: row.hash,
  created_at: row.created_at,
  created_by_user: { name: names.get(row.added_by) ?? null },
  brought_back: row.brought_back,
})

type VersionCommand = Extract<FileCommand, { type: 'AddFileVersion' | 'BringBackFileVersion' }>
type Writing = Pick<Call<typeof bringBackFileVersion>, 'actor' | 'context' | 'ifMatch' | 'ledger'>

export const fileVersionRoutes = (
  content: ContentStore,
  { directory: { accounts }, records: { files, fileVersions } }: ReadModels,
): Route[] => {
  /** Decides the command, and answers the file with what became of it. */
  const change = async (command: VersionCommand, { actor: { scope }, context, ifMatch, ledger }: Writing) => {
    const row = orBehind(files.one(scope, command.fileId))
    const seen = { ...ifMatch, of: revisionOfFile }
    const { events, position } = await handle(ledger, fileDecider, fileStream(command.fileId), command, context, seen)
    const added = events.find((event) => event.type === 'FileVersionAdded')
    const outcome = added ? (added.data.broughtBack === null ? 'replaced' : 'brought_back') : 'unchanged'
    return resource((): VersionedFile => {
      const now = files.one(scope, command.fileId) ?? row
      const shown = presentFile(now, accounts.namesOf([now.uploaded_by]))
      return { ...shown, same_as: files.sameAs(now), outcome }
    }, position)
  }

  return [
    route(listFileVersions, ({ actor, params: { id } }) => {
      const { version: current } = orNotFound(files.one(actor.scope, id))
      const rows = fileVersions.ofFile(id)
      const names = accounts.namesOf([...new Set(rows.map(({ added_by }) => added_by))])
      return list({ rows, total: rows.length, next: null }, (row) => presentFileVersion(row, current, names))
    }),

    // Nothing is stored for a file that the caller cannot change.
    route(addFileVersion, async ({ files: sent, params: { id: fileId }, ...call }) => {
      const { teamId, userId, scope } = call.actor
      const received = await receivedFile(sent, 'file')
      orNotFound(await activeFile(call.ledger, scope, fileId))
      const stored = await storeContent(content, teamId, received)
      return change({ type: 'AddFileVersion', fileId, teamId, received: stored, addedBy: userId }, call)
    }),

    route(bringBackFileVersion, async ({ params: { id: fileId, version }, ...call }) => {
      const { teamId, userId, scope } = call.actor
      orNotFound(await activeFile(call.ledger, scope, fileId))
      return change({ type: 'BringBackFileVersion', fileId, teamId, version, addedBy: userId }, call)
    }),
  ]
}
