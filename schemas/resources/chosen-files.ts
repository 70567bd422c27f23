import type { z } from 'zod'
import { FileListQuery } from '#schemas/calls/arrangement.ts'
import { FileId, VisitId } from '../ids.ts'
import { chosenRecords } from './chosen-records.ts'
import { SearchText } from './search.ts'

/** The filters of a list of files: its words, its place and its filters, as its own query has them. */
export const FileFilter = FileListQuery.omit({ sort: true, limit: true, cursor: true }).extend({
  search: SearchText.optional().meta({ description: 'Those that a search for these words finds.' }),
  visit: VisitId.optional().meta({ description: 'Those of one visit.' }),
})
export type FileFilter = z.infer<typeof FileFilter>

/** The files of a call; `none` is the message when there are none, and `done` is what is done with them. */
export const chosenFiles = (none: string, done: string) =>
  chosenRecords({ id: FileId, filter: FileFilter, several: 'files', none, done })
