import { findClient, findSite } from '#cli/connection/find-by-name.ts'
import { findCategory } from '#cli/connection/find-category.ts'
import type { Server } from '#cli/connection/server.ts'
import { listFiles, type SiteFile } from '#schemas/resources/files.ts'
import { expiringCommand } from './expiring-command.ts'

type Filters = { client?: string; site?: string; category?: string }

const narrowed = async (server: Server, { client, site, category }: Filters) => ({
  ...(client === undefined ? {} : { client: await findClient(server, client) }),
  ...(site === undefined ? {} : { site: await findSite(server, site) }),
  ...(category === undefined ? {} : { category: await findCategory(server, category) }),
})

/** Files that expire. */
export const expiring = expiringCommand<SiteFile, Filters>({
  noun: 'files',
  examples: [
    'files expiring --within 30d',
    'files expiring --within 8w --client "Harbour Estates" --format csv > expiring.csv',
  ],
  endpoint: listFiles,
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'Categories', of: ({ categories }) => categories.map(({ name }) => name).join(', ') },
    { heading: 'Client', of: ({ site }) => site.client_name },
    { heading: 'Site', of: ({ site }) => site.name },
    { heading: 'Id', of: ({ id }) => id },
  ],
  filters: (command) =>
    command
      .option('--client <client>', 'only those of one client, by id or name')
      .option('--site <site>', 'only those of one site, by id or name')
      .option('--category <category>', 'only those of a category and all below it, by id, name or path'),
  narrowed,
})
