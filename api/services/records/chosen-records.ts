import { HttpProblem, invalid, invalidField } from '#api/http/problem.ts'
import type { DocumentId, FileId, SiteId } from '#schemas/ids.ts'
import type { FileFilter } from '#schemas/resources/chosen-files.ts'
import { maxMatched } from '#schemas/resources/chosen-records.ts'
import type { DocumentFilter } from '#schemas/resources/document-changes.ts'
import type { SiteFilter } from '#schemas/resources/site-changes.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { listsOf } from './lists.ts'

type Lists = Pick<ReturnType<typeof listsOf>, 'ids'>
type Noun = 'file' | 'document' | 'site'

const many = (count: number): string => count.toLocaleString('en-GB')

/** Another number of records than the caller has seen: nothing is done to those that they did not mean. */
export const notAsShown = (noun: Noun, shown: number, found: number): HttpProblem =>
  new HttpProblem(409, {
    message: `The list showed ${many(shown)} ${shown === 1 ? noun : `${noun}s`} and holds ${many(found)} by now. Nothing has been changed. Please try again.`,
  })

/** Refuses records by their ids of which some were not found: 422 by their place among those that were named. */
export const invalidChoice = (noun: Noun, found: readonly unknown[]): HttpProblem =>
  invalid(
    Object.fromEntries(found.flatMap((own, at) => (own ? [] : [[`ids.${at}`, [`The selected ${noun} is invalid.`]]]))),
  )

/** The ids that a filter matches; throws 422 when there are none, or too many. */
const matched = <Id>(noun: Noun, { ids, total }: { ids: Id[]; total: number }): Id[] => {
  if (total === 0) throw invalidField('filter', `No ${noun}s match.`)
  if (total > maxMatched) {
    const message = `These are ${many(total)} ${noun}s. At most ${many(maxMatched)} can be chosen at once: please narrow the list.`
    throw invalidField('filter', message)
  }
  return ids
}

/** The files that a filter matches at this moment, within the scope. Throws 422 when there are none, or too many. */
export const matchedFiles = async (
  lists: Lists,
  scope: Scope,
  { search: text = '', visit, ...filter }: FileFilter,
): Promise<FileId[]> => {
  const within = visit ? { visitId: visit } : {}
  return matched('file', await lists.ids('files', { scope, query: { ...filter, limit: maxMatched }, within, text }))
}

/** The same of documents. */
export const matchedDocuments = async (
  lists: Lists,
  scope: Scope,
  { search: text = '', ...filter }: DocumentFilter,
): Promise<DocumentId[]> =>
  matched('document', await lists.ids('documents', { scope, query: { ...filter, limit: maxMatched }, text }))

/** The same of sites. */
export const matchedSites = async (
  lists: Lists,
  scope: Scope,
  { search: text = '', ...filter }: SiteFilter,
): Promise<SiteId[]> =>
  matched('site', await lists.ids('sites', { scope, query: { ...filter, limit: maxMatched }, text }))
