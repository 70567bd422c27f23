import { groupOf, withPast } from '#cli/command.ts'
import { findCategory, findClient, findEach, findSite, findVisit } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { FileId } from '#schemas/ids.ts'
import {
  deleteFile,
  listFiles,
  listFilesOfClient,
  listFilesOfSite,
  listFilesOfVisit,
  type SiteFile,
  showFile,
} from '#schemas/resources/files.ts'
import { searchFiles, searchFilesOfClient, searchFilesOfSite, searchFilesOfVisit } from '#schemas/resources/search.ts'
import { deleteCommand } from './delete-command.ts'
import { download } from './download.ts'
import { expiringCommand } from './expiring-command.ts'
import { bringBack, fileIdOf, replace, versions } from './file-versions.ts'
import { type ListOptions, listCommand } from './list-command.ts'
import { upload } from './upload.ts'
import { zip } from './zip.ts'

type Narrowing = { client?: string; site?: string; category?: string }

/** Files that expire. */
const expiring = expiringCommand<SiteFile, Narrowing>({
  noun: 'files',
  examples: [
    'files expiring --within 30d',
    'files expiring --within 8w --client "Harbour Estates" --format csv > expiring.csv',
  ],
  endpoint: listFiles,
  columns: {
    Name: 'name',
    Categories: ({ categories }) => categories.map(({ name }) => name).join(', '),
    Client: ({ site }) => site.client_name,
    Site: ({ site }) => site.name,
    Id: 'id',
  },
  filters: (command) =>
    command
      .option('--client <client>', 'only those of one client, by id or name')
      .option('--site <site>', 'only those of one site, by id or name')
      .option('--category <category>', 'only those of a category and all below it, by id, name or path'),
  narrowed: findEach,
})

type Filters = { client?: string; site?: string; visit?: string; category?: string }

/** A list of files, and the search in the same list. */
const listsOf = async (server: Server, { client, site, visit }: Filters) => {
  if ([client, site, visit].filter((each) => each !== undefined).length > 1) {
    throw new Failure('Pass only one of --client, --site and --visit.', exitCodes.wrongUsage)
  }
  if (client !== undefined) return [listFilesOfClient, searchFilesOfClient, await findClient(server, client)] as const
  if (site !== undefined) return [listFilesOfSite, searchFilesOfSite, await findSite(server, site)] as const
  if (visit !== undefined) return [listFilesOfVisit, searchFilesOfVisit, await findVisit(server, visit)] as const
  return [listFiles, searchFiles, undefined] as const
}

const pagesOf = async (server: Server, options: ListOptions & Filters, limit: number) => {
  const [all, searched, id] = await listsOf(server, options)
  const category = options.category === undefined ? undefined : await findCategory(server, options.category)
  const query = { category }
  const endpoint = options.search === undefined ? all : searched
  // The union of endpoints does not tell TypeScript which parameters the selected one needs.
  const call = { params: { id, query: options.search }, query } as never
  return allPages(server, endpoint as typeof listFiles, call, limit)
}

const list = listCommand<SiteFile, Filters>({
  noun: 'files',
  examples: [
    'files list',
    'files list --site "Quay House"',
    'files list --category "Fire / Alarms" --search lease',
    'files list --view "Without a category"',
  ],
  viewed: { kind: 'files', all: listFiles, searched: searchFiles },
  columns: {
    Name: 'name',
    Size: 'human_readable_size',
    Categories: ({ categories }) => categories.map(({ name }) => name).join(', '),
    Completed: 'completed_at',
    Site: ({ site }) => site.name,
    Visit: 'visit_name',
    Id: 'id',
  },
  filters: (command) =>
    command
      .option('--client <client>', 'only those of one client, by id or name')
      .option('--site <site>', 'only those of one site, by id or name')
      .option('--visit <visit>', 'only those of one visit, by id or name')
      .option('--category <category>', 'only those of a category and all below it, by id, name or path'),
  pages: pagesOf,
})

const fileOf = async (server: Server, text: string): Promise<SiteFile> =>
  (await server.call(showFile, { params: { id: fileIdOf(text) } })).data

const remove = deleteCommand({
  noun: 'file',
  find: fileOf,
  remove: (server, id) => server.call(deleteFile, { params: { id: id as FileId } }),
})

export const files = groupOf('files', 'Files of the sites', [
  withPast(list),
  withPast(expiring),
  upload,
  withPast(download),
  zip,
  withPast(versions),
  replace,
  bringBack,
  remove,
])
