import { commandOf, groupOf, printDone } from '#cli/command.ts'
import { allPages } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { TrashId } from '#schemas/ids.ts'
import { nouns, resources } from '#schemas/nouns.ts'
import { listTrash, restoreTrash, type TrashEntry } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { listCommand } from './list-command.ts'

/** The contents of an entry of the trash: '1 client, 3 sites'. */
export const wholeOf = ({ contents }: Pick<TrashEntry, 'contents'>): string =>
  resources
    .flatMap((kind) => {
      const count = contents[kind]
      return count === undefined ? [] : [counted(count, nouns[kind].one, kind)]
    })
    .join(', ')

const list = listCommand<TrashEntry>({
  noun: 'what was deleted in the last 30 days',
  examples: ['trash list'],
  searchable: false,
  columns: {
    Name: 'name',
    With: wholeOf,
    Deleted: ({ deleted_at }) => deleted_at.slice(0, 16).replace('T', ' '),
    By: ({ deleted_by_user }) => deleted_by_user.name,
    Until: ({ expires_at }) => expires_at.slice(0, 10),
    Id: 'id',
  },
  pages: (server, _options, limit) => allPages(server, listTrash, {}, limit),
})

const restore = commandOf(
  {
    name: 'restore <id>',
    summary: 'Restore what was deleted, with everything that went with it',
    examples: ['trash restore 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, [text = '']) => {
    const id = TrashId.safeParse(text)
    if (!id.success)
      throw new Failure(`"${text}" is no id of the trash. See: siteledger trash list`, exitCodes.wrongUsage)
    const { data } = await session.server().call(restoreTrash, { params: { id: id.data } })
    printDone(session, `Restored ${data.name} (${wholeOf(data)}).`, data)
  },
)

export const trash = groupOf('trash', 'What was deleted, and taking it back', [list, restore])
