import { Readable } from 'node:stream'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { choosing, commandOf, printRows } from '#cli/command.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { exitCodes } from '#cli/failure.ts'
import { rowsAsText } from '#cli/output/rows-as-text.ts'
import type { Columns } from '#cli/output/table.ts'
import { writeText } from '#cli/output/write-text.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { periodOf } from '#schemas/time/expiry.ts'

type Options = { within: string; format?: 'csv' | 'jsonl' }

type Expiring<Row, Filters> = {
  /** The plural of the noun: 'files'. */
  noun: string
  examples: readonly string[]
  /** The list, which takes `expires` and `sort`. */
  endpoint: Endpoint
  columns: Columns<Row>
  /** Options that filter the list, and what they ask the server for. */
  filters?: (command: Command) => Command
  narrowed?: (server: Server, filters: Filters) => Promise<object>
}

const expiryOf = ({ expires_at }: { expires_at: string | null }): string | null => expires_at

const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7 }

/** Parses '30d', '4w' or '30' into a number of days; a period stays as it is. */
const daysOf = (text: string): string => {
  if (periodOf(text)) return text
  const [, number = '', unit = 'd'] = /^(\d{1,4})([dw]?)$/.exec(text) ?? []
  const days = Number(number) * (daysIn[unit || 'd'] ?? 1)
  if (days >= 1 && days <= 9999) return String(days)
  throw new InvalidArgumentError(
    'It must be a number of days or weeks, such as 30d or 4w, or a period such as 2026-12-01..2026-12-31.',
  )
}

/**
 * `expiring` of a noun: what has expired, the longest ago first, and then what expires within so many days. Exits with 3
 * when there are some, so that cron or a script can tell somebody. Of a period, all that expires in it.
 */
export const expiringCommand = <Row extends { expires_at: string | null }, Filters extends object = object>({
  noun,
  examples,
  endpoint,
  columns,
  filters = (command) => command,
  narrowed = async () => ({}),
}: Expiring<Row, Filters>): Command =>
  commandOf<Options & Filters>(
    {
      name: 'expiring',
      summary: `List ${noun} that have expired or expire soon; exit code 3 when there are some, 0 when there are none`,
      examples,
    },
    async (session, _args, { format, within, ...options }) => {
      const server = session.server()
      const asked = await narrowed(server, options as unknown as Filters)
      const found: Row[] = []
      for (const expires of periodOf(within) ? [within] : ['expired', within]) {
        const query = { ...asked, expires, sort: 'expires_at' }
        for await (const { rows } of allPages(server, endpoint, { query } as never)) found.push(...(rows as Row[]))
      }
      if (format) await writeText(rowsAsText(Readable.from([{ rows: found }]), format), undefined)
      else printRows(session, { Expires: expiryOf, ...columns }, found)
      if (found.length > 0) process.exitCode = exitCodes.found
    },
    (command) =>
      choosing(
        filters(
          command.option(
            '--within <days>',
            'days or weeks ahead (30d, 4w), or a period (2026-12-01..2026-12-31)',
            daysOf,
            '30',
          ),
        ),
      ).addOption(new Option('--format <format>', 'instead of a table').choices(['csv', 'jsonl'])),
  )
