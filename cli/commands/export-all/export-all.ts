import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { InvalidArgumentError } from 'commander'
import { commandOf, printDone } from '#cli/command.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { untilBroken } from '#cli/interrupt.ts'
import { type ExportFolder, openExportFolder } from '#cli/output/export-folder.ts'
import { openProgress } from '#cli/output/progress.ts'
import { type Pages, rowsAsText } from '#cli/output/rows-as-text.ts'
import { withOwnColumns } from '#cli/own-values.ts'
import { layoutIn } from '#cli/path-layout.ts'
import { readTable } from '#cli/read-table.ts'
import type { Session } from '#cli/session.ts'
import type { Layout } from '#schemas/layouts/layout.ts'
import { pathWriter } from '#schemas/layouts/write-path.ts'
import { resources } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listDocuments } from '#schemas/resources/documents.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { counted } from '#schemas/text/counted.ts'
import { uniqueNames } from '#schemas/text/safe-name.ts'
import { isDay, toIsoDate } from '#schemas/time/dates.ts'
import { type Contents, openContents } from './contents.ts'
import { categoriesOf, openPlaces, type Places } from './references.ts'
import { documentRows, manifestRows, versionRows } from './tables.ts'

type Options = { layout: Layout; versions?: true; since?: string }

const usual = '{client}/{site}/[{visit}/]{categories}/{date} {name}'

/** The tables that say what lies where; what the last ones said is looked at first. */
const manifest = 'manifest.csv'
const manifests = [manifest, 'documents/manifest.csv']

const dayIn = (text: string): string => {
  const day = toIsoDate(text)
  if (isDay(day)) return day
  throw new InvalidArgumentError('It must be a day, dd/mm/yyyy or yyyy-mm-dd.')
}

async function* onePage(rows: AsyncIterable<object> | readonly object[]) {
  for await (const row of rows) yield { rows: [row] }
}

const csv = (rows: AsyncIterable<object> | readonly object[]): Readable => rowsAsText(onePage(rows), 'csv')

/** Calls for each row of a list on its way to a table. */
async function* noted<Row extends object>(pages: AsyncIterable<{ rows: Row[] }>, note: (row: Row) => void) {
  for await (const { rows } of pages) {
    for (const row of rows) note(row)
    yield { rows }
  }
}

/** Writes the tables of what files lie in; answers by what names rows tell it. */
const writePlaces = async (server: Server, folder: ExportFolder): Promise<Places> => {
  const places = openPlaces()
  const write = async (noun: FieldNoun, pages: Pages) =>
    folder.write(`${noun}.csv`, rowsAsText(await withOwnColumns(server, noun, pages), 'csv'))
  await write('clients', noted(allPages(server, listClients), places.client))
  await write('sites', noted(allPages(server, listSites), places.site))
  await write('visits', noted(allPages(server, listVisits), places.visit))
  return places
}

const rememberLast = async (dir: string, contents: Contents): Promise<void> => {
  for (const name of manifests) {
    const within = name.slice(0, name.lastIndexOf('/') + 1)
    for await (const { cells } of readTable(resolve(dir, name))) {
      if (cells.path && cells.sha256) contents.remember(cells.sha256, within + cells.path)
    }
  }
}

const writeAll = async (session: Session, dir: string, { layout, versions, since }: Options, signal: AbortSignal) => {
  const server = session.server()
  const { data: user } = await server.call(currentUser)
  const missing = [
    ...(['export', 'history.view'] as const).filter((right) => !user.rights.includes(right)),
    ...resources.map((noun) => `${noun}.view` as const).filter((ability) => !grants(user.abilities, ability)),
  ]
  if (missing.length > 0) {
    const why = `owners, admins and auditors export a team, by a token that may do all of it. Missing: ${missing.join(', ')}.`
    throw new Failure(`Not permitted: ${why}`, exitCodes.notPermitted)
  }
  const folder = await openExportFolder(dir)
  const first = { query: { limit: 1 } }
  const lists = [await server.call(listFiles, first), await server.call(listDocuments, first)]
  const progress = openProgress(
    session,
    'files',
    since === undefined ? lists.reduce((sum, { total }) => sum + (total ?? 0), 0) : 0,
  )
  const contents = openContents(folder, signal, progress.to)
  try {
    await rememberLast(dir, contents)
    const places = await writePlaces(server, folder)
    const categories = await categoriesOf(server, places)
    await folder.write('categories.csv', csv(categories.rows))
    const request = { signal, headers: { accept: '*/*' } }
    const all = { server, contents, request, since: since ?? null }
    const unique = uniqueNames()
    const found = { versioned: [], twice: 0 }
    await folder.write(manifest, csv(manifestRows(all, places, categories, pathWriter(layout, unique), found)))
    await folder.write('documents/manifest.csv', csv(documentRows(all, unique)))
    if (versions) await folder.write('versions/manifest.csv', csv(versionRows(all, found.versioned, unique)))
    await folder.write(
      'history.jsonl',
      rowsAsText(allPages(server, listHistory, { query: since === undefined ? {} : { from: since } }), 'jsonl'),
    )
    return { ...contents.counts, twice: found.twice, missing: contents.missing }
  } finally {
    progress.end()
  }
}

/** `export all DIR`. */
export const exportAll = commandOf<Options>(
  {
    name: 'all <folder>',
    summary: 'Write everything of the team into a folder: files, tables of all records, documents, history',
    examples: [
      'export all backup',
      'export all backup --versions',
      'export all backup --layout "{client}/{site}/[{categories}/]{date} {name}"',
      'export all march --since 01/03/2026',
    ],
  },
  async (session, [dir = ''], options) => {
    const ended = await untilBroken((signal) => writeAll(session, dir, options, signal))
    const { files, brought, twice, missing } = ended
    const again =
      twice > 0
        ? ` ${counted(twice, 'file')} of the same bytes as another one of the site: an import brings those back once.`
        : ''
    const sentence = `Wrote ${counted(files, 'file')} to ${dir}, ${brought} of them fetched now.${again}`
    printDone(session, sentence, { path: dir, ...ended })
    if (missing.length === 0) return
    throw new Failure(
      `${counted(missing.length, 'file')} did not arrive as the server has them: ${missing.slice(0, 5).join(', ')}. Run the same command again.`,
    )
  },
  (command) =>
    command
      .option('--layout <pattern>', 'folders and names of the files', layoutIn, layoutIn(usual))
      .option('--versions', 'earlier contents of files, too, in a folder of their own')
      .option('--since <day>', 'only files, documents and history from this day on (UTC)', dayIn),
)
