import { z } from 'zod'
import { FileListQuery } from '../arrangement.ts'
import { FileId, VisitId } from '../ids.ts'
import { SearchText } from './search.ts'

/** The maximum number of files that a call names by their ids. */
const maxNamedFiles = 1000
/** The maximum number of files that a call chooses by a filter. */
export const maxMatchedFiles = 10_000

/** What a list of files is narrowed to: its words, its place and its filters, as its own query has them. */
const FileFilter = FileListQuery.omit({ sort: true, limit: true, cursor: true }).extend({
  search: SearchText.optional().meta({ description: 'Those that a search for these words finds.' }),
  visit: VisitId.optional().meta({ description: 'Those of one visit.' }),
})
export type FileFilter = z.infer<typeof FileFilter>

/**
 * The files of a call: those with these ids, or all that a filter matches when the call arrives. `someFiles` is the
 * message when neither is there, and `what` is done with them in the message when there are too many.
 */
export const chosenFiles = (someFiles: string, what: string) => ({
  ids: z
    .array(FileId, { error: someFiles })
    .min(1, someFiles)
    .max(maxNamedFiles, `At most ${maxNamedFiles} files can be ${what} at once.`)
    .transform((ids) => [...new Set(ids)])
    .optional()
    .meta({ description: 'The files, by their ids.' }),
  filter: FileFilter.optional().meta({
    description: `Instead of ids: all files that a list narrowed like this shows, up to ${maxMatchedFiles}.`,
  }),
})

type Chosen = { ids?: readonly unknown[] | undefined; filter?: object | undefined }

/** Whether a call names its files in exactly one way. */
export const isOneChoice = ({ ids, filter }: Chosen): boolean => (ids === undefined) !== (filter === undefined)
