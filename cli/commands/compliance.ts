import { Option } from 'commander'
import { choosing, commandOf, printDone, printRows, withPast } from '#cli/command.ts'
import { findEach } from '#cli/connection/find-by-name.ts'
import { everyRow, type Server } from '#cli/connection/server.ts'
import { exitCodes } from '#cli/failure.ts'
import { printCsv } from '#cli/output/print-csv.ts'
import type { Columns } from '#cli/output/table.ts'
import { cellStates } from '#schemas/records/cell-states.ts'
import { selectCategories } from '#schemas/resources/categories.ts'
import {
  type ComplianceCell,
  type ComplianceRow,
  complianceReport,
  listCompliance,
} from '#schemas/resources/compliance.ts'
import { saveContent } from './save-content.ts'

type Filters = { client?: string; site?: string; category?: string; state?: string }

const queryOf = async (server: Server, { state, ...places }: Filters) => ({
  ...(await findEach(server, places)),
  state,
})

/** A cell as people read it: 'valid 31/12/2027', 'missing', 'exempt: No water', or nothing where none is required. */
const wordsOf = (cell: ComplianceCell | undefined): string => {
  if (!cell) return ''
  const { state, expires_at, exemption } = cell
  if (exemption) return `${state}: ${exemption.reason}`
  return expires_at === null ? state : `${state} ${expires_at}`
}

const isBad = ({ missing, expired }: ComplianceRow): boolean => missing + expired > 0

const ofPlace: Columns<ComplianceRow> = { Site: ({ site }) => site.name, Client: ({ client }) => client.name }
const ofIds: Columns<ComplianceRow> = { Id: ({ site }) => site.id }

/** A column for each category that is required of one of the sites, headed by its path. */
const columnsOf = async (server: Server, rows: readonly ComplianceRow[]): Promise<Columns<ComplianceRow>> => {
  const required = new Set(rows.flatMap(({ cells }) => cells.map(({ category_id }) => category_id)))
  const { data } = await server.call(selectCategories)
  const ofCategories = data
    .filter(({ id }) => required.has(id))
    .map(({ id, path }) => {
      const show = ({ cells }: ComplianceRow) => wordsOf(cells.find(({ category_id }) => category_id === id))
      return [path, show] as const
    })
  return { ...ofPlace, ...Object.fromEntries(ofCategories), ...ofIds }
}

const table = commandOf<Filters & { csv?: true }>(
  {
    name: 'compliance',
    summary: 'List sites with what is required of them; exit code 3 when something is missing or has expired',
    examples: ['compliance', 'compliance --client Acme --state missing,expired', 'compliance --csv > compliance.csv'],
  },
  async (session, _args, { csv, ...filters }) => {
    const server = session.server()
    const query = await queryOf(server, filters)
    // The worst come first, so that the first site tells whether any is bad.
    const rows = await (csv ? printCsv : everyRow)(server, listCompliance, { query })
    if (rows.some(isBad)) process.exitCode = exitCodes.found
    if (!csv) printRows(session, await columnsOf(server, rows), rows)
  },
  (command) =>
    withPast(choosing(command))
      .option('--client <client>', 'only the sites of one client, by id or name')
      .option('--site <site>', 'only this site')
      .option('--category <category>', 'only what this category requires')
      .option('--state <states>', `only sites with a cell in one of: ${cellStates.join(',')}`)
      .addOption(new Option('--csv', 'print a line for each cell').conflicts(['json', 'fields', 'template'])),
)

const report = commandOf<Pick<Filters, 'client'> & { output: string; force?: true }>(
  {
    name: 'report',
    summary: 'Save what is required of sites, and whether they have it, as PDF',
    examples: ['compliance report --client Acme --output acme.pdf'],
  },
  async (session, _args, { output, force = false, ...whose }) => {
    const server = session.server()
    const query = await queryOf(server, whose)
    const accept = { headers: { accept: 'application/pdf' } }
    await saveContent(() => server.open(complianceReport, { query }, accept), output, force)
    printDone(session, `Saved ${output}.`, { path: output })
  },
  (command) =>
    command
      .option('--client <client>', 'only the sites of one client, by id or name')
      .requiredOption('--output <path>', 'where to')
      .option('--force', 'replace a file that is there'),
)

/** Options before the word `report` are those of the table. */
export const compliance = table.enablePositionalOptions().addCommand(report)
