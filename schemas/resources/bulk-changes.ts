import { z } from 'zod'
import { referenceIfSent, referencesIfSent, requiredReference } from '#schemas/text/fields.ts'
import { dateField } from '#schemas/time/calendar-date.ts'
import { fileDetails } from '../details/file.ts'
import { endpoint } from '../endpoint.ts'
import { BulkId, CategoryId, FileId, SiteId, VisitId } from '../ids.ts'
import { FileFilter } from './chosen-files.ts'
import { changeOfMany, undoneOfMany } from './chosen-records.ts'

const isWanted = (value: unknown): boolean => value !== undefined && value !== false
const isEmpty = (list: readonly unknown[] | undefined): boolean => list?.length === 0

const change = z
  .object({
    categories: referencesIfSent('category', CategoryId),
    add_categories: referencesIfSent('category', CategoryId),
    remove_categories: referencesIfSent('category', CategoryId),
    site_id: requiredReference('site', SiteId).optional(),
    visit_id: referenceIfSent('visit', VisitId),
    completed_at: dateField('completion date').optional(),
    expires_at: fileDetails.changed.expires_at,
    delete: z.boolean({ error: 'The delete field must be true or false.' }).optional(),
  })
  .refine((wanted) => Object.values(wanted).some(isWanted), { error: 'Please choose what to change.' })
  .refine((wanted) => !isEmpty(wanted.add_categories) && !isEmpty(wanted.remove_categories), {
    error: 'Please choose the categories.',
  })
  .refine((wanted) => !wanted.categories || !(wanted.add_categories || wanted.remove_categories), {
    error: 'Categories that are replaced cannot be added or removed too.',
  })
  .refine((wanted) => !wanted.delete || Object.keys(wanted).length === 1, {
    error: 'Files that are deleted cannot be changed otherwise.',
  })

export const changeFiles = endpoint('POST /api/files/bulk', {
  summary: 'Change or delete several files, all or none; answers what takes it back as one',
  about:
    'What is left out of `change` stays as it is: `categories` replaces those that each file has, `add_categories` and ' +
    '`remove_categories` leave the others; `visit_id` null takes the files off their visit, `site_id` moves them to ' +
    'another site, there to the visit of `visit_id` or to none, `delete` puts them in the ' +
    'trash. It needs files.update, or files.delete where it deletes. The answered `undo` is for POST /api/undo/{undo}. ' +
    'A `filter` needs `count`, the number of files that its list showed: if it matches another number by now, nothing ' +
    'is changed, and the answer is 409. With `Accept: application/x-ndjson` the answer is lines that tell the progress, ' +
    'the last of which holds the outcome.',
  transport: { progress: true },
  access: 'signed-in',
  caller: { needsPlan: true, impersonated: 'Records are changed, each by its own ability.', byToken: true },
  body: changeOfMany({ id: FileId, filter: FileFilter, several: 'files', change }),
  response: z.object({
    undo: BulkId,
    /** The number of files that the change was about. */
    files: z.int().min(0),
    /** The number of files that differed from the change. */
    changed: z.int().min(0),
  }),
})

export const undoChange = endpoint('POST /api/undo/{undo}', {
  summary: 'Undo one change of many files; those that were changed again since are left alone and named',
  about:
    'With `Accept: application/x-ndjson` the answer is lines that tell the progress, the last of which is the outcome.',
  transport: { progress: true },
  access: 'signed-in',
  caller: { needsPlan: true, impersonated: 'Records are changed, each by its own ability.', byToken: true },
  params: z.object({ undo: BulkId }),
  response: undoneOfMany(FileId),
})
