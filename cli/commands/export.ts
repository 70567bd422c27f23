import { Option } from 'commander'
import { commandOf, groupOf, withPast } from '#cli/command.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { rowsAsSheet } from '#cli/output/rows-as-sheet.ts'
import { type Pages, rowsAsText } from '#cli/output/rows-as-text.ts'
import { writeText } from '#cli/output/write-text.ts'
import { withOwnColumns } from '#cli/own-values.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { exportAll } from './export-all/export-all.ts'
import { type HistoryFilters, historyCall, historyFilters } from './history.ts'

type Options = { format: 'csv' | 'jsonl' | 'xlsx'; output?: string } & HistoryFilters

const exportOf = (
  noun: string,
  pages: (server: Server, filters: HistoryFilters) => Pages | Promise<Pages>,
  own?: FieldNoun,
) =>
  commandOf<Options>(
    {
      name: noun,
      summary: `Write all ${noun === 'history' ? 'of the history' : noun} as CSV, as a spreadsheet or as a line of JSON a row`,
      examples: [`export ${noun} > ${noun}.csv`, `export ${noun} --format xlsx --output ${noun}.xlsx`],
    },
    async (session, _args, { format, output, ...filters }) => {
      const asked = session.json ? 'jsonl' : format
      if (asked === 'xlsx' && output === undefined && process.stdout.isTTY) {
        throw new Failure('A spreadsheet cannot be shown here. Name a file with --output.', exitCodes.wrongUsage)
      }
      const server = session.server()
      const all = await pages(server, filters)
      const found = own && asked !== 'jsonl' ? await withOwnColumns(server, own, all) : all
      await writeText(asked === 'xlsx' ? await rowsAsSheet(noun, found) : rowsAsText(found, asked), output)
      if (output !== undefined) session.terminal.note(`Wrote ${output}.`)
    },
    (command) => {
      const formatted = command
        .addOption(new Option('--format <format>', 'how').choices(['csv', 'jsonl', 'xlsx']).default('csv'))
        .option('--output <file>', 'a new file, instead of standard output')
      return noun === 'history' ? historyFilters(formatted) : formatted
    },
  )

export const exports = groupOf('export', 'Write whole lists and the history to files', [
  exportAll,
  withPast(exportOf('clients', (server) => allPages(server, listClients), 'clients')),
  withPast(exportOf('sites', (server) => allPages(server, listSites), 'sites')),
  withPast(exportOf('visits', (server) => allPages(server, listVisits), 'visits')),
  withPast(exportOf('files', (server) => allPages(server, listFiles))),
  exportOf('history', async (server, filters) => allPages(server, listHistory, await historyCall(server, filters))),
])
