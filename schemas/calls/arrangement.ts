import { z } from 'zod'
import { CategoryId, ClientId, FieldId, SiteId, UserId } from '#schemas/ids.ts'
import { fileTypes } from '#schemas/limits/upload-rules.ts'
import { type ArrangedKind, nouns } from '#schemas/nouns.ts'
import type { FieldNoun } from '#schemas/records/field-kinds.ts'
import { requiredText } from '#schemas/text/fields.ts'
import { dateField } from '#schemas/time/calendar-date.ts'
import { isExpiryFilter } from '#schemas/time/expiry.ts'
import { PageQuery } from './page.ts'
import { type Sort, type SortColumn, uncategorised, withoutFiles } from './sort-columns.ts'

/** The order of a noun's list. */
const sortOf = <Kind extends ArrangedKind>(kind: Kind) => {
  const columns: readonly SortColumn<Kind>[] = nouns[kind].sorts
  const sorts: Sort<Kind>[] = [...columns, ...columns.map((column): Sort<Kind> => `-${column}`)]
  return z
    .enum(sorts as [Sort<Kind>, ...Sort<Kind>[]], `The sort must be one of ${sorts.join(', ')}.`)
    .optional()
    .meta({ description: 'The column to sort by; with a minus its greatest value comes first.' })
}

/** The order of a list whose records have own fields, and what these narrow it to. */
const withOwnFields = <Kind extends FieldNoun>(kind: Kind) => ({
  sort: z
    .union([sortOf(kind).unwrap(), z.templateLiteral([z.enum(['', '-']), 'field.', FieldId])], {
      error: `The sort must be one of ${nouns[kind].sorts.join(', ')} or field.<id>, or one of them behind a minus.`,
    })
    .optional()
    .meta({
      description:
        'The column to sort by, or `field.<id>` for an own field; with a minus its greatest value comes first. Records ' +
        'without a value come last.',
    }),
  field: z
    .record(FieldId, z.string(), 'The field must be the id of an own field.')
    .optional()
    .meta({
      description:
        'Sent as `field.<id>=…`, one for each own field. Text, link, e-mail and phone: what it holds; number and date: ' +
        '`from..to`, either of which may be left out; choice: ids of options, with commas between them; yes or no: ' +
        '`true` or `false`; of every kind `none`: those without a value.',
    }),
})

const placeFilters = {
  client: ClientId.optional().meta({ description: 'Those of one client.' }),
  site: SiteId.optional().meta({ description: 'Those of one site.' }),
}

/** The query of a list of records on sites, if its noun has no further filters. */
const listQueryOf = <Kind extends ArrangedKind>(kind: Kind) => PageQuery.extend({ sort: sortOf(kind), ...placeFilters })

/** The first and the last day of a period. */
export const days = (what: string) => ({
  from: dateField('first day')
    .optional()
    .meta({ description: `Those ${what} on this day or later.` }),
  to: dateField('last day')
    .optional()
    .meta({ description: `Those ${what} on this day or earlier.` }),
})

const expiry = {
  expires: z
    .string()
    .refine(isExpiryFilter, 'The selected expires is invalid.')
    .optional()
    .meta({
      description:
        '`expired`; a number of days such as `30d`, for those that expire today or within so many days; or a period such as ' +
        '`2026-12-01..2026-12-31`, of which either end may be left out.',
    }),
}

export const ClientListQuery = PageQuery.extend(withOwnFields('clients'))
export const SiteListQuery = PageQuery.extend({
  ...withOwnFields('sites'),
  client: placeFilters.client,
  files: z
    .literal(withoutFiles, 'The selected files are invalid.')
    .optional()
    .meta({ description: '`none`: those without a file.' }),
})
export type SiteListQuery = z.infer<typeof SiteListQuery>

export const DocumentListQuery = PageQuery.extend({ sort: sortOf('documents'), ...expiry })

/** A visit of several days is within a range that it touches. */
export const VisitListQuery = PageQuery.extend({
  ...withOwnFields('visits'),
  ...placeFilters,
  ...days('that go on'),
})

/** `category` includes what is below it; the days are those of completion. */
export const FileListQuery = listQueryOf('files').extend({
  ...days('completed'),
  ...expiry,
  type: z.enum(fileTypes, 'The selected type is invalid.').optional().meta({ description: 'Those of one type.' }),
  added_by: UserId.optional().meta({ description: 'Those that one user has added.' }),
  category: z
    .union([z.literal(uncategorised), CategoryId], 'The selected category is invalid.')
    .optional()
    .meta({ description: 'Those of one category and of all below it; `none`: those without a category.' }),
})
export type FileListQuery = z.infer<typeof FileListQuery>

/** The queries of lists that have other filters than those of a place. */
const queries: Partial<Record<ArrangedKind, z.ZodObject>> = {
  clients: ClientListQuery,
  sites: SiteListQuery,
  visits: VisitListQuery,
  files: FileListQuery,
  documents: DocumentListQuery,
}

const isFilter = (name: string): boolean => !['limit', 'cursor', 'sort', 'field'].includes(name)

/** The filters that a list of this kind has besides its search. */
export const filterNamesOf = (kind: ArrangedKind): string[] =>
  Object.keys((queries[kind] ?? listQueryOf(kind)).shape).filter(isFilter)

/**
 * The words and filters of a list as they are kept, those that are set: all of them are texts, those of own fields by
 * `field.<id>`.
 */
export const SavedFilters = FileListQuery.omit({ limit: true, cursor: true, sort: true })
  .extend({ search: requiredText('search').optional(), files: SiteListQuery.shape.files })
  .catchall(z.unknown())
  .transform((sent): Record<string, string> => {
    const set = Object.entries(sent).flatMap(([name, value]): [string, string][] =>
      value && typeof value === 'string' ? [[name, value]] : [],
    )
    return Object.fromEntries(set.toSorted(([one], [other]) => one.localeCompare(other)))
  })

/** The filters of a list of any kind, and its order. */
export type Arrangement = Partial<Omit<FileListQuery & SiteListQuery, 'sort' | 'limit' | 'cursor'>> & {
  sort?: string | undefined
}

const plain = ['limit', 'cursor', 'category']

/** Whether a list is asked for in another order, or with filters that its indices do not serve. */
export const isArranged = ({ category, ...query }: Arrangement): boolean =>
  category === uncategorised ||
  Object.entries(query).some(([name, value]) => value !== undefined && !plain.includes(name))
