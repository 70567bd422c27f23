import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, groupOf, printOne, printRows } from '#cli/command.ts'
import { idOf } from '#cli/connection/find-by-name.ts'
import { allPages, everyRow, type Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import { openProgress } from '#cli/output/progress.ts'
import { checkCanConfirm, confirm } from '#cli/prompts.ts'
import type { Session } from '#cli/session.ts'
import { ImportId } from '#schemas/ids.ts'
import {
  type ImportRun,
  listImports,
  listRefusedRows,
  showImport,
  stopImport,
  undoImport,
} from '#schemas/resources/imports.ts'
import { madeWords } from '#schemas/text/made-words.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { importCommand } from './import-file.ts'
import { importFiles } from './import-files/import-files.ts'
import { messageOf } from './import-report.ts'
import { listCommand } from './list-command.ts'

const minute = (instant: string | null): string => (instant === null ? '' : instant.slice(0, 16).replace('T', ' '))

const statusOf = ({ status, progress }: ImportRun): string =>
  progress === null ? status : `${status}, ${progress.listed} of ${progress.total}`

const createdBy = ({ created, made }: Pick<ImportRun, 'created' | 'made'>): string => {
  const also = madeWords(made)
  return `${created} created${also.length > 0 ? `, ${also.join(', ')} for them` : ''}`
}

const list = listCommand<ImportRun>({
  noun: 'imports',
  examples: ['import list', 'import list --json'],
  searchable: false,
  columns: {
    Started: ({ started_at }) => minute(started_at),
    By: 'started_by',
    What: 'kind',
    File: 'file_name',
    Status: statusOf,
    Created: 'created',
    Updated: 'updated',
    Refused: 'refused',
    Run: 'id',
  },
  pages: (server, _options, limit) => allPages(server, listImports, {}, limit),
})

const runNamed = (text: string) => ({ params: { run: idOf(ImportId, text, 'an import', 'import list') } })

const printRefused = async (session: Session, server: Server, call: ReturnType<typeof runNamed>): Promise<void> => {
  printRows(
    session,
    {
      Row: 'row',
      'External id': 'external_id',
      'Refused because': messageOf,
      'Original row': ({ cells }) => Object.values(cells).join(', '),
    },
    await everyRow(server, listRefusedRows, call),
  )
}

/** The columns that were chosen in words: 'name: Firma, postcode: none'. */
const glanceAt = ({ columns, ...run }: ImportRun) => ({
  ...run,
  columns: Object.entries(columns)
    .map(([field, column]) => `${field}: ${column || 'none'}`)
    .join(', '),
})

const show = commandOf<{ refused?: true }>(
  {
    name: 'show <run>',
    summary: 'Show what an import did, or the rows that it refused',
    examples: [
      'import show 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'import show 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --refused',
    ],
  },
  async (session, [text = ''], { refused }) => {
    const call = runNamed(text)
    const server = session.server()
    if (refused) return printRefused(session, server, call)
    const { data } = await server.call(showImport, call)
    printOne(session, data, glanceAt)
  },
  (command) => command.option('--refused', 'the first thousand rows that were refused, as they were sent'),
)

/** Milliseconds between two looks at a run that stops. */
const lookEvery = 500

const stop = commandOf(
  {
    name: 'stop <run>',
    summary: 'Stop an import that is running; what was written stays, and the same file sent again goes on',
    examples: ['import stop 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, [text = '']) => {
    const { terminal, json } = session
    const call = runNamed(text)
    const server = session.server()
    let { data: run } = await server.call(stopImport, call)
    while (run.status === 'running') {
      await wait(lookEvery)
      run = (await server.call(showImport, call)).data
    }
    if (json) return printOne(session, run)
    const { id, status, updated } = run
    if (status !== 'stopped') throw new Failure(`The import had come to its end before: it is ${status}.`)
    terminal.print(`Stopped: ${createdBy(run)}, ${updated} updated. To undo it: siteledger import undo ${id}`)
  },
)

/** Shows how much of undoing an import lists show, until it ends. */
const watchingRun = async <Result>(session: Session, server: Server, run: ImportRun, work: Promise<Result>) => {
  const progress = openProgress(
    session,
    'rows',
    run.created + run.updated + Object.values(run.made).reduce((sum, count) => sum + count, 0),
  )
  const poll = setInterval(async () => {
    const now = await server.call(showImport, { params: { run: run.id } }).catch(() => undefined)
    if (now?.data.progress) progress.to(now.data.progress.listed)
  }, 1000)
  try {
    return await work
  } finally {
    clearInterval(poll)
    progress.end()
  }
}

const undo = commandOf<{ yes?: true }>(
  {
    name: 'undo <run>',
    summary: 'Undo a whole import; what people have worked on since is kept and named',
    examples: ['import undo 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, [text = ''], { yes = false }) => {
    const { terminal, json } = session
    const call = runNamed(text)
    checkCanConfirm(terminal, yes)
    const server = session.server()
    const { data: run } = await server.call(showImport, call)
    const whole = `${createdBy(run)} and ${run.updated} updated ${run.kind}`
    await confirm(terminal, `Undo the import of ${run.file_name ?? run.kind}: ${whole}?`, yes)
    // Undoing may take longer than the usual timeout.
    const answer = await watchingRun(session, server, run, server.open(undoImport, call))
    const undone = undoImport.response.parse(await answer.json())
    if (json) return printOne(session, undone)
    const { deleted, reverted, kept, kept_records, trash_id } = undone
    const way = trash_id === null ? '' : ` To bring them back: siteledger trash restore ${trash_id}`
    terminal.print(`Undone: ${deleted} deleted, ${reverted} restored, ${kept} kept.${way}`)
    if (kept === 0) return
    terminal.print('Kept, because someone has worked on them since:')
    for (const { kind, name, id } of kept_records) terminal.print(safeText(`  ${name} (${kind}, ${id})`))
    if (kept > kept_records.length) terminal.print(`  ... and ${kept - kept_records.length} more.`)
  },
  (command) => command.option('--yes', 'do not ask'),
)

export const imports = groupOf('import', 'Import clients, sites and folders of files, and undo imports', [
  importCommand('clients'),
  importCommand('sites'),
  importFiles,
  list,
  show,
  stop,
  undo,
])
