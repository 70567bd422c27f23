import { allPages, type Server } from '#cli/connection/server.ts'
import type { PathFields } from '#schemas/layouts/layout.ts'
import { type FileType, nameOfType } from '#schemas/limits/upload-rules.ts'
import { listDocuments, viewDocument } from '#schemas/resources/documents.ts'
import { downloadFileVersion, listFileVersions } from '#schemas/resources/file-versions.ts'
import { downloadFile, listFiles, type SiteFile } from '#schemas/resources/files.ts'
import { extensionOf, type uniqueNames } from '#schemas/text/safe-name.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import type { Contents } from './contents.ts'
import type { Places } from './references.ts'

/** Longest name of a document in the folder, in UTF-16 units. */
const longestName = 80

/** What tables are made of: where files belong, and what has been added since when; null for all. */
export type Export = {
  server: Server
  contents: Contents
  request: RequestInit
  since: string | null
}

const dayOf = (shown: string | null): string => (shown === null ? 'none' : toIsoDate(shown))

const isSince = ({ since }: Export, { created_at }: { created_at: string }): boolean =>
  since === null || created_at.slice(0, 10) >= since

const extensionFor = ({ local_file_name, mime_type }: { local_file_name: string; mime_type: string }): string =>
  extensionOf(nameOfType(local_file_name, mime_type as FileType))

/** A file that has earlier contents, and its path. */
export type Versioned = { id: SiteFile['id']; path: string }

/** The rows of the manifest, whose files are brought on the way. */
export async function* manifestRows(
  all: Export,
  places: Places,
  categories: { cellOf: ReadonlyMap<string, string>; pathOf: ReadonlyMap<string, string> },
  pathOf: (fields: PathFields, extension: string) => string,
  found: { versioned: Versioned[]; twice: number },
) {
  const { server, contents, request } = all
  const seen = new Set<string>()
  for await (const { rows } of allPages(server, listFiles, { query: { sort: 'created_at' } })) {
    for (const file of rows.filter((each) => isSince(all, each))) {
      const { id, name, site, size, sha256 } = file
      const { postcode = null, external_id = null } = places.siteOf(site.id) ?? {}
      const category = file.categories.map((each) => categories.cellOf.get(each.id) ?? each.name).join('; ')
      const days = { completed_at: toIsoDate(file.completed_at), expires_at: dayOf(file.expires_at) }
      const fields = {
        ...days,
        client: site.client_name,
        site: site.name,
        visit: file.visit_name ?? '',
        category: categories.pathOf.get(file.categories[0]?.id ?? '') ?? '',
        postcode: postcode ?? '',
        external_id: external_id ?? '',
        name,
      }
      const path = pathOf(fields, extensionFor(file))
      const content = `${site.id} ${sha256}`
      if (seen.has(content)) found.twice += 1
      seen.add(content)
      if (file.version > 1) found.versioned.push({ id, path })
      await contents.add({
        path,
        size,
        sha256,
        open: () => server.open(downloadFile, { params: { id }, query: {} }, request),
      })
      yield {
        path,
        client: places.called(site.client_id),
        site: places.called(site.id),
        postcode,
        external_id,
        visit: places.called(file.visit_id),
        category,
        ...days,
        name,
        size,
        sha256,
      }
    }
  }
  await contents.idle()
}

/** The rows of the library's manifest, whose paths begin in its own folder. */
export async function* documentRows(all: Export, unique: ReturnType<typeof uniqueNames>) {
  const { server, contents, request } = all
  for await (const { rows } of allPages(server, listDocuments)) {
    for (const document of rows.filter((each) => isSince(all, each))) {
      const { id, name, size, sha256, completed_at, expires_at } = document
      const extension = extensionFor(document)
      const path = unique(
        'documents',
        name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension,
        longestName,
      )
      await contents.add({
        path,
        size,
        sha256,
        open: () => server.open(viewDocument, { params: { id }, query: {} }, request),
      })
      yield {
        path: path.slice(path.indexOf('/') + 1),
        name,
        completed_at: toIsoDate(completed_at),
        expires_at: dayOf(expires_at),
        size,
        sha256,
      }
    }
  }
  await contents.idle()
}

/** The rows of the earlier contents of files, which lie in a folder of their own. */
export async function* versionRows(
  { server, contents, request }: Export,
  versioned: readonly Versioned[],
  unique: ReturnType<typeof uniqueNames>,
) {
  for (const { id, path: of } of versioned) {
    const { data } = await server.call(listFileVersions, { params: { id } })
    for (const each of data.filter(({ is_current }) => !is_current)) {
      const { version, size, sha256, created_at, created_by_user } = each
      const slash = of.lastIndexOf('/') + 1
      const stem = of.slice(slash, of.length - extensionOf(of).length)
      const folder = `versions/${of.slice(0, slash)}`.replace(/\/$/, '')
      const path = unique(folder, `${stem} (version ${version})${extensionFor(each)}`, longestName)
      const params = { id, version }
      await contents.add({
        path,
        size,
        sha256,
        open: () => server.open(downloadFileVersion, { params, query: {} }, request),
      })
      yield { path, of, version, added_at: created_at, added_by: created_by_user.name, size, sha256 }
    }
  }
  await contents.idle()
}
