import { HttpProblem, invalid, invalidField } from '#api/http/problem.ts'
import type { listsOf } from '#api/services/lists.ts'
import type { FileId } from '#schemas/ids.ts'
import { type FileFilter, maxMatchedFiles } from '#schemas/resources/chosen-files.ts'
import type { Scope } from '#schemas/scope.ts'

type Lists = Pick<ReturnType<typeof listsOf>, 'fileIds'>

const many = (count: number): string => count.toLocaleString('en-GB')

/** Another number of files than the caller has seen: nothing is done to files that they did not mean. */
export const notAsShown = (shown: number, found: number): HttpProblem =>
  new HttpProblem(409, {
    message: `The list showed ${many(shown)} ${shown === 1 ? 'file' : 'files'} and holds ${many(found)} by now. Nothing has been changed. Please try again.`,
  })

/** Refuses files by their ids of which some were not found: 422 by their place among those that were named. */
export const invalidFiles = (found: readonly unknown[]): HttpProblem =>
  invalid(
    Object.fromEntries(found.flatMap((own, at) => (own ? [] : [[`ids.${at}`, ['The selected file is invalid.']]]))),
  )

/**
 * The files that a filter matches at this moment, within the scope. Throws 422 when there are none, or too many.
 */
export const matchedFiles = async (
  lists: Lists,
  scope: Scope,
  { search = '', visit, ...filter }: FileFilter,
): Promise<FileId[]> => {
  const within = visit ? { visitId: visit } : {}
  const { ids, total } = await lists.fileIds(scope, filter, within, search, maxMatchedFiles)
  if (total === 0) throw invalidField('filter', 'No files match.')
  if (total > maxMatchedFiles) {
    const message = `These are ${many(total)} files. At most ${many(maxMatchedFiles)} can be chosen at once: please narrow the list.`
    throw invalidField('filter', message)
  }
  return ids
}
