import { InvalidArgumentError, Option } from 'commander'
import { commandOf } from '#cli/command.ts'
import { sendImport } from '#cli/connection/send-import.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { untilInterrupted } from '#cli/interrupt.ts'
import { openRowProgress, type Progress, reportWaiting } from '#cli/output/progress.ts'
import type { Session } from '#cli/session.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import { type ColumnChoice, faultOfChoice, fieldsOf, ownColumn } from '#schemas/records/import-columns.ts'
import { type Field, listFields } from '#schemas/resources/fields.ts'
import type { ImportSummary, ImportVerdict, MissingClient } from '#schemas/resources/imports.ts'
import { counted } from '#schemas/text/counted.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { safeJson, safeText } from '#schemas/text/safe-text.ts'
import { maxPrinted, messageOf, openReport, tellRefused } from './import-report.ts'
import { openRefusalSums } from './refusal-sums.ts'

type Options = {
  dryRun?: true
  createClients?: true
  map?: Record<string, string>
  format?: 'csv' | 'ndjson'
  report?: string
}

/** Says each missing client once; where they are not to be created, its rows are refused. */
const printMissingClients = (
  { terminal }: Session,
  { printed, total }: { printed: readonly MissingClient[]; total: number },
  createClients: boolean,
) => {
  const what = createClients ? 'Client that would be created' : 'Client that nobody has yet'
  for (const { name, rows } of printed) terminal.print(safeText(`${what}: ${name} (${counted(rows, 'row')})`))
  if (total > printed.length) terminal.print(`... and ${total - printed.length} more.`)
  if (total > 0 && !createClients) terminal.note('--create-clients makes clients that nobody has yet.')
}

const printSummary = ({ terminal, json }: Session, kind: string, summary: ImportSummary, line: string): void => {
  if (json) {
    terminal.print(safeJson(line))
    return
  }
  const { created, updated, unchanged, refused, clients_created, unknown_columns, run } = summary
  if (unknown_columns.length > 0) terminal.note(safeText(`Columns that were left out: ${unknown_columns.join(', ')}.`))
  const also = clients_created > 0 ? `, ${counted(clients_created, 'client')} for them` : ''
  const counts = `${created} created${also}, ${updated} updated, ${unchanged} unchanged, ${refused} refused`
  if (summary.dry_run) terminal.print(`Dry run of ${kind}: ${counts}. Nothing was written.`)
  else {
    const undoHint = run && created + updated > 0 ? ` To undo it: siteledger import undo ${run}` : ''
    terminal.print(`${kind}: ${counts}.${undoHint}`)
  }
}

const columns = {
  clients: 'id, external_id, name',
  sites: 'id, external_id, name, postcode, client or client_id',
} as const

/** Adds `name=Firma` to the columns that were chosen before it; `name=` says that the file has no such column. */
export const columnIn = (text: string, before: Record<string, string> = {}): Record<string, string> => {
  const [, field, column] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (field === undefined || column === undefined) {
    throw new InvalidArgumentError('It must be a field and its column, such as name=Firma.')
  }
  if (field in before) throw new InvalidArgumentError(`The column of ${field} is given twice.`)
  return { ...before, [field]: column }
}

/** The chosen columns by the fields that the server knows: an own field is told by its name or id. */
const chosenFor = (kind: RecordKind, map: Record<string, string>, own: readonly Field[]): ColumnChoice => {
  const fieldFor = (said: string): string => {
    const field = own.find(({ id, name }) => id === said.toLowerCase() || foldedText(name) === foldedText(said))
    return field && !fieldsOf(kind).some((each) => each === said) ? ownColumn(field) : said
  }
  const columns = Object.fromEntries(Object.entries(map).map(([said, column]) => [fieldFor(said), column]))
  const fault = faultOfChoice(kind, columns, own)
  if (fault) throw new Failure(fault, exitCodes.wrongUsage)
  return columns
}

/** `import clients FILE` and `import sites FILE`. */
export const importCommand = (kind: 'clients' | 'sites') =>
  commandOf<Options>(
    {
      name: `${kind} <file>`,
      summary: `Import ${kind} from CSV or NDJSON (columns: ${columns[kind]}); - reads standard input`,
      examples: [
        `import ${kind} ${kind}.csv --dry-run --report refused.csv`,
        `import ${kind} ${kind}.csv${kind === 'sites' ? ' --create-clients' : ''}`,
        `import ${kind} ${kind}.csv --map ${kind === 'sites' ? 'name=Standort --map client=Firma' : 'name=Firma'}`,
        `import ${kind} - --format ndjson < ${kind}.ndjson`,
      ],
    },
    async (session, [path = ''], { dryRun = false, createClients = false, map = {}, format, report: file }) => {
      const server = session.server()
      const { data: own } = await server.call(listFields, { query: { of: kind } })
      const columns = chosenFor(kind, map, own)
      const report = await openReport(file)
      const sums = openRefusalSums(kind, columns, own)
      const printed: ImportVerdict[] = []
      const missing = { printed: [] as MissingClient[], total: 0 }
      let done = 0
      let refused = 0
      let progress: Progress | undefined
      const waited = reportWaiting(session, 'The server catches up with what was written before, and checks the file')
      const listener = {
        begun: ({ rows, resumed }: { rows: number; resumed: boolean }) => {
          waited()
          if (resumed && !session.json) session.terminal.note('Going on with the import where it was left off.')
          progress = openRowProgress(session, rows)
        },
        verdict: async (verdict: ImportVerdict, line: string) => {
          if (session.json) session.terminal.print(safeJson(line))
          if (verdict.verdict === 'refused') {
            refused += 1
            if (printed.length < maxPrinted) printed.push(verdict)
            sums.add(verdict)
            await report.add(verdict)
          }
          done += 1
          if (dryRun) progress?.to(done)
        },
        missing: (client: MissingClient, line: string) => {
          missing.total += 1
          if (session.json) session.terminal.print(safeJson(line))
          else if (missing.printed.length < maxPrinted) missing.printed.push(client)
        },
        // The bar ends when the rows can be read.
        listed: (rows: number) => progress?.to(rows),
      }
      const sending = { kind, path, format, dryRun, createClients, columns }
      try {
        const { summary, line } = await untilInterrupted((signal) => sendImport(server, sending, listener, signal))
        progress?.end()
        const rows = printed.map((verdict) => `Row ${verdict.row} refused: ${messageOf(verdict)}`)
        tellRefused(session, rows, refused, file, sums.lines())
        if (!session.json) printMissingClients(session, missing, createClients)
        printSummary(session, kind, summary, line)
      } finally {
        waited()
        progress?.end()
        await report.end()
      }
      if (refused > 0) {
        throw new Failure(
          `${counted(refused, 'row')} ${refused === 1 ? 'was' : 'were'} refused. Correct them and send the file again: what is in stays as it is.`,
        )
      }
    },
    (command) => {
      const common = command
        .option('--dry-run', 'say what would become of each row, and write nothing')
        .option('--map <field=column>', 'the column of a field, own ones by name, as often as needed', columnIn)
        .option('--report <file>', 'write refused rows with what is wrong with them to a new CSV file')
        .addOption(
          new Option('--format <format>', 'how the file is written; its ending tells').choices(['csv', 'ndjson']),
        )
      return kind === 'clients' ? common : common.option('--create-clients', 'make clients that are not there yet')
    },
  )
