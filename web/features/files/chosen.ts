import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/bulk-changes.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { counted } from '#schemas/text/counted.ts'

type Body = NonNullable<CallOf<typeof contracts.changeFiles>['body']>
/** A bulk change of several files. */
export type FilesChange = Body['change']
/** The filters of a list of files. */
export type FilesFilter = NonNullable<Body['filter']>

/**
 * The chosen files: those that are selected, or with a filter all that it matches, of which `files` are loaded. `count` is
 * how many they are.
 */
export type Chosen = { files: readonly SiteFile[]; count: number; filter?: FilesFilter | undefined }

/** How a call names the chosen files. */
export const named = ({ files, count, filter }: Chosen) =>
  filter ? { filter, count } : { ids: files.map(({ id }) => id) }

/** The number of files with its noun: '1 file', '12 files'. */
export const countedFiles = (count: number): string => counted(count, 'file', 'files')

/** Whether all of the files are known to lie on one site. */
export const isOfOneSite = ({ files, filter }: Chosen): boolean =>
  filter
    ? filter.site !== undefined || filter.visit !== undefined
    : new Set(files.map(({ site_id }) => site_id)).size === 1
