import { fold } from '#projections/engine/fold.ts'
import type { SqlValue } from '#projections/engine/read-db.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import type { Scope } from '#schemas/rights/scope.ts'

/** Whether a person, an API token or an app with one of these ids has a name that contains the text. */
const named = (ids: string): string =>
  `EXISTS (SELECT 1 FROM people n WHERE n.id IN (${ids}) AND instr(n.words, :text) > 0)`

/** Those who stand in the sentences by their ids. */
const namedInSentences = `(e.phrases LIKE '%{"person":%' OR e.phrases LIKE '%{"app":%') AND EXISTS (
  SELECT 1 FROM json_tree(e.phrases) j JOIN people n ON n.id = j.atom
  WHERE j.key IN ('person', 'app') AND instr(n.words, :text) > 0)`

/**
 * Entries `e` that contain a text: in what was done, in who did it and by which way, or in the name or a value of a
 * record. People are found by their present names alone, so an erased one is not (D-90). Nothing is found by what the
 * reader does not see: records of hidden nouns, nor, for a reader of some sites, what was deleted along with a client
 * (D-57). Empty for a text of which folding leaves nothing.
 */
export const containing = (
  text: string,
  { hidden, scope }: { hidden: readonly HistoryResource[]; scope: Scope | null },
): [where: string, values: SqlValue[]] | undefined => {
  const folded = fold(text)
  if (folded === '') return undefined
  const seen =
    (scope?.siteIds ?? null) === null ? '' : "AND (p.changes <> '[]' OR (p.resource = e.resource AND p.id = e.id))"
  const inParts = `SELECT 1 FROM parts p WHERE p.entry = e.position ${seen}
    AND p.resource NOT IN (SELECT value FROM json_each(:hidden)) AND (instr(p.words, :text) > 0 OR ${named('p.id')})`
  const where = `(instr(e.words, :text) > 0 OR ${named('e.actor, e.impersonator, e.via_id')} OR EXISTS (${inParts})
    OR ${namedInSentences})`
  const values = [...where.matchAll(/:(text|hidden)/g)].map(([, name]) =>
    name === 'text' ? folded : JSON.stringify(hidden),
  )
  return [where.replace(/:(text|hidden)/g, '?'), values]
}
