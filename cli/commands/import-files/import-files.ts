import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { commandOf } from '#cli/command.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { untilBroken, untilInterrupted } from '#cli/interrupt.ts'
import { layoutIn } from '#cli/path-layout.ts'
import type { Session } from '#cli/session.ts'
import { MadeKind } from '#schemas/events/import.ts'
import type { Layout } from '#schemas/layouts/layout.ts'
import { faultOfChoice } from '#schemas/records/import-columns.ts'
import { counted } from '#schemas/text/counted.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { columnIn } from '../import-file.ts'
import { maxPrinted, messageOf, openReport, tellRefused } from '../import-report.ts'
import { bringFiles } from './bring.ts'
import { chooseLayout } from './choose-layout.ts'
import { type Entries, openEntries } from './entries.ts'
import { makeFirst } from './first-records.ts'
import { openHashes } from './hashes.ts'
import { type DayWish, entryReader, readManifest } from './manifest.ts'
import { tellLeftOut, tellMissing, tellSummary } from './told.ts'
import { walkFolder } from './walk.ts'
import { comingFiles } from './watch.ts'
import { cellsOf, writeManifest } from './write-manifest.ts'

type Options = {
  layout?: Layout
  create?: MadeKind[]
  dryRun?: true
  manifest?: string
  report?: string
  exclude?: string[]
  map?: Record<string, string>
  date: DayWish
  jobs: number
  watch?: true
}

const isTry = ({ dryRun, manifest }: Options): boolean => dryRun === true || manifest !== undefined

const kindsIn = (text: string): MadeKind[] =>
  text.split(',').map((each) => {
    const kind = MadeKind.safeParse(each.trim())
    if (kind.success) return kind.data
    throw new InvalidArgumentError(`It must name some of ${MadeKind.options.join(', ')}, with commas between them.`)
  })

const mostJobs = 16

const jobsIn = (text: string): number => {
  const jobs = Number(text)
  if (Number.isInteger(jobs) && jobs >= 1 && jobs <= mostJobs) return jobs
  throw new InvalidArgumentError(`It must be a number from 1 to ${mostJobs}.`)
}

const layoutFor = async (session: Session, folder: string, { layout, exclude = [] }: Options): Promise<Layout> => {
  if (layout) return layout
  const paths: string[] = []
  await walkFolder(folder, exclude, ({ path }) => paths.push(path))
  return chooseLayout(session, paths)
}

/** Keeps the files of a folder as rows, by its layout. */
const readFolder = async (session: Session, folder: string, options: Options, entries: Entries): Promise<void> => {
  const read = entryReader(await layoutFor(session, folder, options), options.date)
  let row = 0
  const leftOut = await walkFolder(folder, options.exclude ?? [], (file) => {
    row += 1
    entries.keep(read(file, row))
  })
  tellLeftOut(session, leftOut)
  if (row === 0) throw new Failure(`There is no file in ${folder}.`)
}

/** Keeps the rows of a manifest; where they are to be brought, what stands beside it is made first. */
const readTableOfFiles = async (session: Session, manifest: string, options: Options, entries: Entries) => {
  const { map = {}, date } = options
  const fault = faultOfChoice('files', map, [])
  if (fault) throw new Failure(fault, exitCodes.wrongUsage)
  const unknown = await readManifest(manifest, map, date, entries)
  if (unknown.length > 0 && !session.json)
    session.terminal.note(safeText(`Columns that were left out: ${unknown.join(', ')}.`))
  if (entries.of().next().done) throw new Failure(`${manifest} has no rows.`)
  if (isTry(options)) return
  const { visits, categories, left } = await makeFirst(session.server(), manifest, entries)
  if (session.json) return
  if (visits + categories > 0)
    session.terminal.note(`Made first: ${counted(visits, 'visit')}, ${counted(categories, 'category', 'categories')}.`)
  if (left > 0)
    session.terminal.note(`${counted(left, 'visit')} of visits.csv left out: the team does not have the site.`)
}

/** Throws Failure, by which scripts know it, where files were refused. */
const endWith = (refused: number): void => {
  if (refused === 0) return
  throw new Failure(
    `${counted(refused, 'file')} ${refused === 1 ? 'was' : 'were'} refused. Mend the rest and run it again: what is in stays as it is.`,
    exitCodes.found,
  )
}

/** Reads rows, brings their files, and tells what became of them; returns how many were refused. */
const importOnce = async (
  session: Session,
  from: string,
  read: (entries: Entries) => Promise<void> | void,
  options: Options,
  signal: AbortSignal,
): Promise<number> => {
  const { create = [], manifest, report: file, jobs } = options
  const report = await openReport(file)
  const hashes = openHashes(session.profiles)
  const entries = openEntries()
  try {
    await read(entries)
    const wishes = { dryRun: isTry(options), create, name: basename(resolve(from)) }
    const plan = await bringFiles(session, entries, { wishes, jobs, hashes, signal })
    for (const entry of entries.of('refused'))
      await report.add({ row: entry.row, errors: entry.errors, cells: cellsOf(entry) })
    if (manifest !== undefined) await writeManifest(manifest, entries)
    const { files: refused } = entries.sum('refused')
    const first = entries.of('refused').take(maxPrinted)
    tellRefused(
      session,
      first.map((entry) => `${entry.path} refused: ${messageOf(entry)}`),
      refused,
      file,
    )
    tellMissing(session, plan, create)
    tellSummary(session, entries, plan)
    return refused
  } finally {
    entries.close()
    hashes.close()
    await report.end()
  }
}

/** Brings what comes into a folder until it is interrupted. */
const importWhatComes = async (session: Session, folder: string, options: Options, signal: AbortSignal) => {
  const read = entryReader(await layoutFor(session, folder, options), options.date)
  if (!session.json) session.terminal.note(`Watching ${folder}. Ctrl-C ends it.`)
  try {
    for await (const files of comingFiles(folder, options.exclude ?? [], signal)) {
      const keepAll = (entries: Entries) => files.forEach((each, at) => void entries.keep(read(each, at + 1)))
      await importOnce(session, folder, keepAll, options, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** `import files DIR|MANIFEST.csv`. */
export const importFiles = commandOf<Options>(
  {
    name: 'files <from>',
    summary: 'Import the files of a folder, or of a manifest in CSV with a row for each file',
    examples: [
      'import files share --layout "{client}/{site}/[{categories}/][{date} ]{name}" --dry-run',
      'import files share --layout "{client}/{site}/{name}" --create clients,sites --report refused.csv',
      'import files share --layout "{client}/{site}/{name}" --manifest mended.csv',
      'import files backup/manifest.csv',
      'import files scans --layout "{site}/{name}" --watch',
    ],
  },
  async (session, [from = ''], options) => {
    const found = await stat(from).catch(() => undefined)
    if (!found?.isDirectory() && !found?.isFile())
      throw new Failure(`${from} is no folder and no file that can be read.`)
    if (options.watch && !found.isDirectory()) throw new Failure('--watch goes with a folder.', exitCodes.wrongUsage)
    if (options.watch) return untilInterrupted((signal) => importWhatComes(session, from, options, signal))
    const readRows = found.isDirectory() ? readFolder : readTableOfFiles
    const read = (entries: Entries) => readRows(session, from, options, entries)
    endWith(await untilBroken((signal) => importOnce(session, from, read, options, signal)))
  },
  (command) =>
    command
      .option(
        '--layout <pattern>',
        'what folders and names mean: "{client}/{site}/[{categories}/][{date} ]{name}"',
        layoutIn,
      )
      .option('--create <kinds>', 'make what files name and nobody has: clients, sites, visits, categories', kindsIn)
      .option('--dry-run', 'say what would become of each file, and write nothing')
      .option('--manifest <file>', 'write a new CSV file of what would be sent, with verdicts, and send nothing')
      .option('--report <file>', 'write refused rows with what is wrong with them to a new CSV file')
      .option(
        '--exclude <glob>',
        'leave these paths out, as often as needed',
        (glob: string, before: string[] = []) => [...before, glob],
      )
      .option('--map <field=column>', 'the column of a field of a manifest, as often as needed', columnIn)
      .addOption(
        new Option('--date <day>', 'the completion day of files that do not say one')
          .choices(['changed', 'today'])
          .default('changed'),
      )
      .option('--jobs <n>', 'how many files are sent side by side', jobsIn, 4)
      .addOption(
        new Option('--watch', 'stay, and take what comes into the folder and rests for 5 seconds').conflicts([
          'dryRun',
          'manifest',
          'report',
        ]),
      ),
)
