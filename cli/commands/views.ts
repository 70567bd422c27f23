import { groupOf } from '#cli/command.ts'
import type { Rows } from '#cli/connection/all-pages.ts'
import type { Server } from '#cli/connection/server.ts'
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
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'List', of: ({ kind }) => kind },
    { heading: 'Of', of: ({ shared }) => (shared ? 'the team' : 'you') },
    { heading: 'Filters', of: filtersOf },
    { heading: 'Sort', of: ({ sort }) => sort },
    { heading: 'Id', of: ({ id }) => id },
  ],
  pages: (server, _options, limit) => firstViews(server, limit),
})

export const views = groupOf('views', 'Saved views of lists; a list opens one with --view', [list])
