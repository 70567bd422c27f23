import { stringify } from 'csv-stringify/sync'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ZipRequest, ZipRequests } from '#api/adapters/zip-requests.ts'
import { type Answer, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type ZipEntry, zip } from '#api/http/zip.ts'
import { inTurns } from '#api/sagas/each.ts'
import type { RecordRead } from '#api/services/files/recorded-reads.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { invalidChoice, matchedFiles } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { type PlacedFile, placed } from '#api/services/zips/placed.ts'
import { bytesOf, requireRoom } from '#api/services/zips/room.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { FileId, TeamId } from '#schemas/ids.ts'
import { downloadZip, prepareZip, zipLasts } from '#schemas/resources/zips.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { safeName } from '#schemas/text/safe-name.ts'
import type { Clock } from '#schemas/time/dates.ts'
import { byContent, entryOf } from '../services/zips/contents.ts'

/** The manifests of a zip file, at its top. */
const manifests = { csv: 'manifest.csv', json: 'manifest.json' } as const

/** The name of the zip file: that of the site or client that all files lie in. */
const zipName = (files: readonly FileRow[]): string => {
  const [first] = files
  const all = (column: 'site_id' | 'client_id'): boolean => files.every((file) => file[column] === first?.[column])
  if (!first || !all('client_id')) return 'Files.zip'
  return safeName(all('site_id') ? `${first.client_name}, ${first.site_name}.zip` : `${first.client_name}.zip`, 100)
}

/**
 * The row of one file in a manifest. Days are `yyyy-mm-dd`, instants UTC; `path` is null if its content is not there.
 */
const lineOf = ({ path, file }: { path: string | null; file: PlacedFile['file'] }) => ({
  path,
  size: file.size,
  sha256: file.hash,
  id: file.id,
  name: file.name,
  client: file.client_name,
  site: file.site_name,
  visit: file.visit_name,
  completed_at: file.completed_at,
  expires_at: file.expires_at,
  categories: file.categories.map(({ name }) => name),
  created_at: file.created_at,
})
type Line = ReturnType<typeof lineOf>

const csvOf = (lines: readonly Line[]): string =>
  stringify(
    lines.map((line) => ({ ...line, categories: line.categories.join('; ') })),
    { ...csvFormat, header: true },
  )

/**
 * The two manifests of a zip file, by their paths, with a line for each file and each that is `missing`. The hashes are
 * those that were recorded at the upload, so that whoever has the bytes can compare them.
 */
const manifestsOf = (files: readonly PlacedFile[], missing: readonly PlacedFile[]): Map<string, Uint8Array> => {
  const lines = [...files.map(lineOf), ...missing.map(({ file }) => lineOf({ path: null, file }))]
  return new Map([
    [manifests.csv, Buffer.from(csvOf(lines))],
    [manifests.json, Buffer.from(`${JSON.stringify({ files: lines }, null, 2)}\n`)],
  ])
}

/**
 * Answers files of a team as one zip file, in folders and with manifests. What is not in the content store is left out,
 * which the manifests say. Whoever calls it has checked that the caller may see the files, and how many and large they are.
 */
const zipOfFiles = async (
  content: Pick<ContentStore, 'find'>,
  teamId: TeamId,
  files: readonly FileRow[],
  now: Date,
): Promise<Answer<undefined>> => {
  const { there, missing } = await byContent(content, teamId, placed(files, Object.values(manifests)))
  const lists = [...manifestsOf(there, missing)].map(
    ([path, bytes]): ZipEntry => ({ path, at: now, size: bytes.length, from: bytes }),
  )
  const contents = there.map(({ path, file, stored }) => entryOf(path, file, stored))
  return zip(zipName(files), [...lists, ...contents])
}

/** Downloads of several files as one zip file. */
export const zipRoutes = (
  content: ContentStore,
  requests: ZipRequests,
  records: ReadModels['records'],
  clock: Clock,
  record: RecordRead,
): Route[] => {
  const { files } = records
  const lists = listsOf(records, clock)

  /** The rows of files by their ids; undefined for what the scope does not hold. */
  const rowsOf = (scope: Scope, ids: readonly FileId[]): Promise<(FileRow | undefined)[]> =>
    inTurns(ids, (some) => {
      const known = files.each(scope, some)
      return some.map((id) => known.get(id))
    })

  type Wanted = Pick<ZipRequest, 'ids' | 'filter'>

  /** The files of a request as they are now. Throws 422 where there are none, or too many or too large together. */
  const wanted = async (scope: Scope, { ids = [], filter }: Wanted): Promise<(FileRow | undefined)[]> => {
    const rows = await rowsOf(scope, filter ? await matchedFiles(lists, scope, filter) : ids)
    requireRoom(
      rows.filter((row) => row !== undefined),
      filter ? 'filter' : 'ids',
    )
    return rows
  }

  return [
    route(prepareZip, async ({ actor: { userId, teamId, scope }, body: { ids, filter } }) => {
      const request = { userId, teamId, ...(ids && { ids }), ...(filter && { filter }) }
      const rows = await wanted(scope, request)
      const there = rows.filter((row) => row !== undefined)
      if (ids && there.length < rows.length) throw invalidChoice('file', rows)
      const zip = await requests.open(request, zipLasts)
      const bytes = bytesOf(there)
      const size = { bytes, human_readable_size: humanReadableSize(bytes) }
      return resource({ zip, name: zipName(there), files: there.length, ...size })
    }),

    route(downloadZip, async ({ actor, params, context }) => {
      const { userId, teamId, scope } = actor
      const request = orNotFound((await requests.find(params.zip)) ?? undefined)
      if (request.userId !== userId || request.teamId !== teamId) throw notFound()
      // Files that were deleted since are left out.
      const there = (await wanted(scope, request)).filter((row) => row !== undefined)
      orNotFound(there[0])
      const of = there.map(({ id, version }) => `${id}/${version}`).join()
      const subject = { kind: 'teams', id: teamId } as const
      await record(actor, { subject, version: null, how: 'zip', files: there.length, of }, context)
      return zipOfFiles(content, teamId, there, new Date())
    }),
  ]
}
