import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import { stringify } from 'csv-stringify'
import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import type { Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import { safeJson, safeLines } from '#cli/output/safe-text.ts'
import { protectCell } from '#schemas/formula-protection.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { type HistoryFilters, historyCall, historyFilters } from './history.ts'

type Row = Record<string, unknown>

/** One value as a cell: the names of records, changes as words, everything else as it is. */
const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(cellOf).join('; ')
  if (typeof value !== 'object') return String(value)
  if ('name' in value) return cellOf(value.name)
  return Object.entries(value)
    .map(([name, each]) => `${name} ${cellOf(each)}`)
    .join(' ')
}

const flat = (row: Row): Row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]))

async function* rowsOf(pages: AsyncIterable<{ rows: readonly object[] }>): AsyncGenerator<Row, void> {
  for await (const { rows } of pages) for (const row of rows) yield { ...row }
}

/** Rows as text: CSV that is protected from formula injection, or a line of JSON per row. */
const textOf = (rows: AsyncGenerator<Row, void>, format: 'csv' | 'jsonl'): Readable => {
  if (format === 'jsonl') {
    const lines = async function* () {
      for await (const row of rows) yield `${safeJson(JSON.stringify(row))}\n`
    }
    return Readable.from(lines())
  }
  const cells = async function* () {
    for await (const row of rows) yield flat(row)
  }
  const csv = stringify({ header: true, cast: { string: protectCell }, record_delimiter: 'windows' })
  return Readable.from(cells()).pipe(csv)
}

type Options = { format: 'csv' | 'jsonl'; output?: string } & HistoryFilters

/** What a person reads in a terminal; files and programs get every character as it is. */
const forPeople = async function* (texts: AsyncIterable<string>) {
  for await (const text of texts) yield safeLines(text)
}

const write = async (text: Readable, output: string | undefined): Promise<void> => {
  if (output === undefined && process.stdout.isTTY)
    return pipeline(text.setEncoding('utf8'), forPeople, process.stdout, { end: false })
  if (output === undefined) return pipeline(text, process.stdout, { end: false })
  await pipeline(text, createWriteStream(output, { flags: 'wx' })).catch((error) => {
    throw error.code === 'EEXIST' ? new Failure(`${output} is there already. Name another file.`) : error
  })
}

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
      const rows = rowsOf(await pages(session.server(), filters))
      await write(textOf(rows, session.json ? 'jsonl' : format), output)
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
