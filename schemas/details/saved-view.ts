import { z } from 'zod'
import { SavedFilters } from '#schemas/calls/arrangement.ts'
import { listLooks } from '#schemas/calls/sort-columns.ts'
import { optionalText, textIfSent } from '#schemas/text/fields.ts'
import { type DetailsOf, details, nameDetail } from './details.ts'

/** The most columns that a list may show. */
const maxColumns = 40

const named = z.string().max(64)
const columns = z.array(named).max(maxColumns, `A view may have at most ${maxColumns} columns.`)
const look = z.enum(listLooks, 'The look must be cards or table.')
const filters = z.record(z.string(), z.string())
const kept = { description: 'Left out: as it is.' }

/**
 * The parts of a saved view: its name, the words and filters of the list, its order (null: the list's own), its look,
 * and the names of the columns that it shows (null: all). A later version may have other filters and columns.
 */
export const savedViewDetails = details({
  name: nameDetail(),
  shared: {
    recorded: z.boolean(),
    added: z.boolean('The shared field must be true or false.').default(false),
    changed: z.boolean('The shared field must be true or false.').meta(kept).optional(),
    answered: z.boolean().meta({ description: 'Whether everybody in the team has it.' }),
  },
  filters: {
    recorded: filters,
    added: SavedFilters.default({}),
    changed: SavedFilters.meta(kept).optional(),
    answered: filters.meta({ description: 'As the query of the list has them; `search`: its words.' }),
  },
  sort: {
    recorded: z.string().nullable(),
    added: optionalText('sort', 64),
    changed: textIfSent('sort', 64),
    answered: z.string().nullable().meta({ description: 'Null: the list’s own order.' }),
  },
  look: {
    recorded: look,
    added: look.default('cards'),
    changed: look.meta(kept).optional(),
    answered: look,
  },
  columns: {
    recorded: z.array(z.string()).nullable(),
    added: columns.nullable().default(null),
    changed: columns.nullable().meta({ description: 'Null: all of them; left out: as it is.' }).optional(),
    answered: z.array(z.string()).nullable().meta({ description: 'Names of columns; null: all of them.' }),
  },
})
export type SavedViewDetails = DetailsOf<typeof savedViewDetails>
