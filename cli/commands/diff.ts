import { Option } from 'commander'
import { commandOf } from '#cli/command.ts'
import { findPerson, findPlace } from '#cli/connection/find-by-name.ts'
import { everyRow } from '#cli/connection/server.ts'
import { exitCodes } from '#cli/failure.ts'
import { printCsv } from '#cli/output/print-csv.ts'
import { changeOf, differenceWords } from '#schemas/records/history-words.ts'
import { type Difference, listDifferences } from '#schemas/resources/differences.ts'
import { safeJson, safeText } from '#schemas/text/safe-text.ts'

type Options = { from: string; to?: string; site?: string; client?: string; actor?: string; csv?: true }

/** 'changed file Gas safety record, by Ann Archer' with a line a field. */
const linesOf = (difference: Difference): string[] => [
  `${differenceWords(difference)}${difference.last?.actor ? `, by ${difference.last.actor.name}` : ''}`,
  ...difference.fields.map((field) => `    ${changeOf(field)}`),
]

export const diff = commandOf<Options>(
  {
    name: 'diff',
    summary: 'Show what is not as it was, between two moments; exit code 3 when something differs',
    examples: [
      'diff --from 01/03/2026 --to 31/03/2026',
      'diff --from 2026-03-31T10:00:00Z --site "Quay House"',
      'diff --from 184213 --actor "Ann Baker" --csv > changes.csv',
    ],
  },
  async ({ server: connect, terminal, json }, _args, { from, to, site, client, actor, csv }) => {
    const server = connect()
    const place = await findPlace(server, { site, client })
    const who = actor === undefined ? undefined : await findPerson(server, actor)
    const query = { from, to, within: place, actor: who }
    const rows = await (csv ? printCsv : everyRow)(server, listDifferences, { query })
    if (rows.length > 0) process.exitCode = exitCodes.found
    if (csv) return
    if (json) terminal.print(safeJson(JSON.stringify(rows, null, 2)))
    else if (rows.length === 0) terminal.note('Nothing differs.')
    else for (const line of rows.flatMap(linesOf)) terminal.print(safeText(line))
  },
  (command) =>
    command
      .requiredOption('--from <moment>', 'as it was at the end of this day, at an instant, or at a position of the log')
      .option('--to <moment>', 'as it was then; now by default')
      .addOption(new Option('--site <site>', 'only a site and what lies in it, by id or name').conflicts('client'))
      .option('--client <client>', 'only a client and what lies in it, by id or name')
      .option('--actor <person>', 'only what this person did, by name or id')
      .addOption(new Option('--csv', 'print a line for each field').conflicts('json')),
)
