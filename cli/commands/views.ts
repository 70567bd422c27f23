import { groupOf } from '#cli/command.ts'
import type { Rows, Server } from '#cli/connection/server.ts'
import { listSavedViews, type SavedView } from '#schemas/resources/saved-views.ts'
import { listCommand } from './list-command.ts'

/** 'client=01a2…, search=plan'. */
const filtersOf = ({ filters }: SavedView): string =>
  Object.entries(filters)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')

/** The views come as a whole. */
async function* firstViews(server: Server, limit: number): AsyncGenerator<Rows<SavedView>, void> {
  const { data } = await server.call(listSavedViews)
  yield { rows: data.slice(0, limit), total: data.length, isAtLeast: false }
}

const list = listCommand<SavedView>({
  noun: 'saved views',
  examples: ['views list'],
  searchable: false,
  columns: {
    Name: 'name',
    List: 'kind',
    Of: ({ shared }) => (shared ? 'the team' : 'you'),
    Filters: filtersOf,
    Sort: 'sort',
    Id: 'id',
  },
  pages: (server, _options, limit) => firstViews(server, limit),
})

export const views = groupOf('views', 'Saved views of lists; a list opens one with --view', [list])
