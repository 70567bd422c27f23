import { Option } from 'commander'
import { choosing, commandOf, groupOf, printDone, printRows, withPast } from '#cli/command.ts'
import { findPerson, idOf } from '#cli/connection/find-by-name.ts'
import { allPages } from '#cli/connection/server.ts'
import { withProgress } from '#cli/connection/with-progress.ts'
import { exitCodes } from '#cli/failure.ts'
import { TrashId } from '#schemas/ids.ts'
import { nouns, type Resource, resources } from '#schemas/nouns.ts'
import {
  listTrash,
  listTrashContents,
  restoreSeveral,
  restoreTrash,
  type TrashEntry,
  type TrashRecord,
} from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { listCommand } from './list-command.ts'

const kindOf = ({ resource }: TrashRecord): string => nouns[resource].one

/** The contents of an entry of the trash: '1 client, 3 sites'. */
export const wholeOf = ({ contents }: Pick<TrashEntry, 'contents'>): string =>
  resources
    .flatMap((kind) => {
      const count = contents[kind]
      return count === undefined ? [] : [counted(count, nouns[kind].one, kind)]
    })
    .join(', ')

type Filters = { resource?: Resource; deletedBy?: string; from?: string; to?: string }

const list = listCommand<TrashEntry, Filters>({
  noun: 'what was deleted in the last 30 days, an entry an act',
  examples: ['trash list', 'trash list --resource files --deleted-by "Ann Baker"', 'trash list --from 01/03/2026'],
  columns: {
    Name: 'name',
    With: wholeOf,
    Deleted: ({ deleted_at }) => deleted_at.slice(0, 16).replace('T', ' '),
    By: ({ deleted_by_user }) => deleted_by_user.name,
    Until: ({ expires_at }) => expires_at.slice(0, 10),
    Id: 'id',
  },
  filters: (command) =>
    command
      .addOption(new Option('--resource <kind>', 'only where a record of this kind was deleted').choices(resources))
      .option('--deleted-by <person>', 'only what this person deleted, by name or id')
      .option('--from <date>', 'not before this day (dd/mm/yyyy, yyyy-mm-dd)')
      .option('--to <date>', 'not after this day'),
  pages: async (server, { search, resource, deletedBy, from, to }, limit) => {
    const by = deletedBy === undefined ? undefined : await findPerson(server, deletedBy)
    return allPages(server, listTrash, { query: { search, resource, deleted_by: by, from, to } }, limit)
  },
})

const entryNamed = (text: string): TrashId => idOf(TrashId, text, 'the trash', 'trash list')

const contents = commandOf(
  {
    name: 'contents <id>',
    summary: 'List the records in one entry of the trash',
    examples: ['trash contents 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, [text = '']) => {
    const shown: TrashRecord[] = []
    const pages = allPages(session.server(), listTrashContents, { params: { id: entryNamed(text) } })
    for await (const { rows } of pages) shown.push(...rows)
    const columns = {
      Name: 'name',
      Kind: kindOf,
      Site: 'site_name',
      Client: 'client_name',
      Id: 'id',
    } as const
    printRows(session, columns, shown)
  },
  choosing,
)

const restore = commandOf(
  {
    name: 'restore <ids...>',
    summary: 'Restore what was deleted, with everything that went with it',
    examples: ['trash restore 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, texts) => {
    const said = (entry: TrashEntry) => `Restored ${entry.name} (${wholeOf(entry)}).`
    const ids = texts.map(entryNamed)
    const [id] = ids
    if (id !== undefined && ids.length === 1) {
      const entry = await withProgress(session, restoreTrash, { params: { id } })
      printDone(session, said(entry), entry)
      return
    }
    const outcome = await withProgress(session, restoreSeveral, { body: { ids } })
    const { restored, left } = outcome
    const reasons = left.map((each) => `Left in the trash: ${each.name ?? each.id}. ${each.message}`)
    printDone(session, [...restored.map(said), ...reasons], outcome)
    if (left.length > 0) process.exitCode = exitCodes.refused
  },
)

export const trash = groupOf('trash', 'What was deleted, and taking it back', [
  withPast(list),
  withPast(contents),
  restore,
])
