import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ZipRequest, ZipRequests } from '#api/adapters/zip-requests.ts'
import { resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { invalidChoice, matchedFiles } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { bytesOf, requireRoom } from '#api/services/zips/room.ts'
import { zipName, zipOfFiles } from '#api/services/zips/zip-of-files.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { FileId } from '#schemas/ids.ts'
import { downloadZip, prepareZip, zipLasts } from '#schemas/resources/zips.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'

/** Rows that are read without a pause for other requests. */
const rowsAtOnce = 500

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Downloads of several files as one zip file. */
export const zipRoutes = (
  content: ContentStore,
  requests: ZipRequests,
  readModels: ReadModels,
  timeZone: string,
): Route[] => {
  const { files } = readModels
  const lists = listsOf(readModels, timeZone)

  /** The rows of files by their ids; undefined for what the scope does not hold. */
  const rowsOf = async (scope: Scope, ids: readonly FileId[]): Promise<(FileRow | undefined)[]> => {
    const rows: (FileRow | undefined)[] = []
    for (let from = 0; from < ids.length; from += rowsAtOnce) {
      const some = ids.slice(from, from + rowsAtOnce)
      const known = files.each(scope, some)
      rows.push(...some.map((id) => known.get(id)))
      await pause()
    }
    return rows
  }

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

    route(downloadZip, async ({ actor: { userId, teamId, scope }, params }) => {
      const request = orNotFound((await requests.find(params.zip)) ?? undefined)
      if (request.userId !== userId || request.teamId !== teamId) throw notFound()
      // Files that were deleted since are left out.
      const there = (await wanted(scope, request)).filter((row) => row !== undefined)
      return zipOfFiles(content, teamId, orNotFound(there.length > 0 ? there : undefined), new Date())
    }),
  ]
}
