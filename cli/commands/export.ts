import { Option } from 'commander'
import { commandOf, groupOf } from '#cli/command.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { rowsAsText } from '#cli/output/rows-as-text.ts'
import { writeText } from '#cli/output/write-text.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { type HistoryFilters, historyCall, historyFilters } from './history.ts'

type Options = { format: 'csv' | 'jsonl'; output?: string } & HistoryFilters

const exportOf = (
  noun: string,
  pages: (
    server: Server,
    filters: HistoryFilters,
  ) => AsyncIterable<{ rows: readonly object[] }> | Promise<AsyncIterable<{ rows: readonly object[] }>>,
) =>
  commandOf<Options>(
    {
      name: noun,
      summary: `Write all ${noun === 'history' ? 'of the history' : noun} as CSV or as a line of JSON a row`,
      examples: [`export ${noun} > ${noun}.csv`, `export ${noun} --format jsonl --output ${noun}.jsonl`],
    },
    async (session, _args, { format, output, ...filters }) => {
      const found = await pages(session.server(), filters)
      await writeText(rowsAsText(found, session.json ? 'jsonl' : format), output)
      if (output !== undefined) session.terminal.note(`Wrote ${output}.`)
    },
    (command) => {
      const formatted = command
        .addOption(new Option('--format <format>', 'how').choices(['csv', 'jsonl']).default('csv'))
        .option('--output <file>', 'a new file, instead of standard output')
      return noun === 'history' ? historyFilters(formatted) : formatted
    },
  )

export const exports = groupOf('export', 'Write whole lists and the history to files', [
  exportOf('clients', (server) => allPages(server, listClients)),
  exportOf('sites', (server) => allPages(server, listSites)),
  exportOf('visits', (server) => allPages(server, listVisits)),
  exportOf('files', (server) => allPages(server, listFiles)),
  exportOf('history', async (server, filters) => allPages(server, listHistory, await historyCall(server, filters))),
])
