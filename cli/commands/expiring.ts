import { Readable } from 'node:stream'
import { InvalidArgumentError, Option } from 'commander'
import { commandOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { findCategory, findClient, findSite } from '#cli/connection/find-by-name.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes } from '#cli/failure.ts'
import { printRows } from '#cli/output/records.ts'
import { rowsAsText } from '#cli/output/rows-as-text.ts'
import { listFiles, type SiteFile } from '#schemas/resources/files.ts'
import { writeText } from './export.ts'

type Filters = { client?: string; site?: string; category?: string }
type Options = Filters & { within: string; format?: 'csv' | 'jsonl' }

const daysIn: Readonly<Record<string, number>> = { d: 1, w: 7 }

/** Parses '30d', '4w' or '30' into a number of days. */
const daysOf = (text: string): string => {
  const [, number = '', unit = 'd'] = /^(\d{1,4})([dw]?)$/.exec(text) ?? []
  const days = Number(number) * (daysIn[unit || 'd'] ?? 1)
  if (days >= 1 && days <= 9999) return String(days)
  throw new InvalidArgumentError('It must be a number of days or weeks, such as 30d or 4w.')
}

/** What has expired, the longest ago first, and then what expires within so many days. */
const expiringFiles = async (server: Server, { within, ...filters }: Options): Promise<SiteFile[]> => {
  const { client, site, category } = filters
  const narrowed = {
    ...(client === undefined ? {} : { client: await findClient(server, client) }),
    ...(site === undefined ? {} : { site: await findSite(server, site) }),
    ...(category === undefined ? {} : { category: await findCategory(server, category) }),
  }
  const found: SiteFile[] = []
  for (const expires of ['expired', within]) {
    const query = { ...narrowed, expires, sort: 'expires_at' }
    for await (const { rows } of allPages(server, listFiles, { query } as never)) found.push(...rows)
  }
  return found
}

/** Exits with 3 when there are some, so that cron or a script can tell somebody. */
export const expiring = commandOf<Options>(
  {
    name: 'expiring',
    summary: 'List files that have expired or expire soon; exit code 3 when there are some, 0 when there are none',
    examples: [
      'files expiring --within 30d',
      'files expiring --within 8w --client "Harbour Estates" --format csv > expiring.csv',
    ],
  },
  async (session, _args, { format, ...options }) => {
    const files = await expiringFiles(session.server(), options)
    if (format) await writeText(rowsAsText(Readable.from([{ rows: files }]), format), undefined)
    else {
      const columns = [
        { heading: 'Expires', of: ({ expires_at }: SiteFile) => expires_at },
        { heading: 'Name', of: ({ name }: SiteFile) => name },
        { heading: 'Categories', of: ({ categories }: SiteFile) => categories.map(({ name }) => name).join(', ') },
        { heading: 'Client', of: ({ site }: SiteFile) => site.client_name },
        { heading: 'Site', of: ({ site }: SiteFile) => site.name },
        { heading: 'Id', of: ({ id }: SiteFile) => id },
      ]
      printRows(session, columns, files)
    }
    if (files.length > 0) process.exitCode = exitCodes.found
  },
  (command) =>
    command
      .option('--within <days>', 'days or weeks ahead: 30d, 4w', daysOf, '30')
      .option('--client <client>', 'only those of one client, by id or name')
      .option('--site <site>', 'only those of one site, by id or name')
      .option('--category <category>', 'only those of a category and all below it, by id, name or path')
      .addOption(new Option('--format <format>', 'instead of a table').choices(['csv', 'jsonl'])),
)
