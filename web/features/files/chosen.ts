import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/bulk-changes.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Chosen } from '#web/lib/chosen.ts'

type Body = NonNullable<CallOf<typeof contracts.changeFiles>['body']>
/** A bulk change of several files. */
export type FilesChange = Body['change']
/** The filters of a list of files. */
export type FilesFilter = NonNullable<Body['filter']>

export type ChosenFiles = Chosen<SiteFile, FilesFilter>

/** The number of files with its noun: '1 file', '12 files'. */
export const countedFiles = (count: number): string => counted(count, 'file', 'files')

/** Whether all of the files are known to lie on one site. */
export const isOfOneSite = ({ rows, filter }: ChosenFiles): boolean =>
  filter
    ? filter.site !== undefined || filter.visit !== undefined
    : new Set(rows.map(({ site_id }) => site_id)).size === 1
