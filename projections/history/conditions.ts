import { foldedWords } from '#projections/engine/fold.ts'
import type { SqlValue } from '#projections/engine/read-db.ts'
import type { ViaKind } from '#schemas/event.ts'
import type { EventType } from '#schemas/events/registry.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { HistoryResource } from '#schemas/resources/history.ts'
import type { OperationKind } from '#schemas/resources/operations.ts'
import type { Scope } from '#schemas/rights/scope.ts'

/** Whether a person, an API token or an app with one of these ids has a name that contains the text. */
const named = (ids: string): string =>
  `EXISTS (SELECT 1 FROM people n WHERE n.id IN (${ids}) AND instr(n.words, :text) > 0)`

/** Those who stand in the sentences by their ids. */
const namedInSentences = `(e.phrases LIKE '%{"person":%' OR e.phrases LIKE '%{"app":%') AND EXISTS (
  SELECT 1 FROM json_tree(e.phrases) j JOIN people n ON n.id = j.atom
  WHERE j.key IN ('person', 'app') AND instr(n.words, :text) > 0)`

/**
 * Entries `e` that contain each word of a text: in what was done, in who did it and by which way, or in the name or a value of a
 * record. People are found by their present names alone, so an erased one is not (D-90). Nothing is found by what the
 * reader does not see: records of hidden nouns, nor, for a reader of some sites, what was deleted along with a client
 * (D-57). Empty for a text of which folding leaves nothing.
 */
const containing = (
  text: string,
  { hidden, scope }: { hidden: readonly HistoryResource[]; scope: Scope | null },
): [where: string, values: SqlValue[]] | undefined => {
  const words = foldedWords(text)
  if (words.length === 0) return undefined
  const seen =
    (scope?.siteIds ?? null) === null ? '' : "AND (p.changes <> '[]' OR (p.resource = e.resource AND p.id = e.id))"
  const inParts = `SELECT 1 FROM parts p WHERE p.entry = e.position ${seen}
    AND p.resource NOT IN (SELECT value FROM json_each(:hidden)) AND (instr(p.words, :text) > 0 OR ${named('p.id')})`
  const one = `(instr(e.words, :text) > 0 OR ${named('e.actor, e.impersonator, e.via_id')} OR EXISTS (${inParts})
    OR ${namedInSentences})`
  const values = words.flatMap((word) =>
    [...one.matchAll(/:(text|hidden)/g)].map(([, name]) => (name === 'text' ? word : JSON.stringify(hidden))),
  )
  return [words.map(() => one.replace(/:(text|hidden)/g, '?')).join(' AND '), values]
}

/** Who reads: their scope, or null for the whole platform, and the nouns that they may not view. */
export type HistoryReader = { scope: Scope | null; hidden: readonly HistoryResource[] }

/** Filters; `from` and `before` are UTC instants, the second one excluded. */
export type HistoryFilter = {
  resource?: HistoryResource | undefined
  id?: string | undefined
  /** With the id of a client or site: what lies or lay below it, too. */
  below?: boolean | undefined
  /** The entry of the event at this position. */
  position?: string | undefined
  actor?: UserId | undefined
  via?: ViaKind | undefined
  teamId?: TeamId | undefined
  /** The operations of one operator, or of any of these. */
  operations?: { kind?: OperationKind | undefined; by?: UserId | undefined; operators: readonly UserId[] } | undefined
  from?: string | undefined
  before?: string | undefined
  /** The last position of the log that counts. */
  upTo?: string | undefined
  /** Words that are all in an entry, in any case. */
  text?: string | undefined
}

/** A limited member sees no entry that is about a client or site outside their scope (D-57). */
const withinScope = ({ teamId, clientId, siteIds }: Scope): [where: string, values: SqlValue[]] => {
  const seen: string[] = []
  const values: SqlValue[] = []
  if (clientId !== null) {
    seen.push('p.client_id = ?')
    values.push(clientId)
  }
  if (siteIds !== null) {
    seen.push("(p.site_id = '' OR p.site_id IN (SELECT value FROM json_each(?)))")
    values.push(JSON.stringify(siteIds))
  }
  if (seen.length === 0) return ['e.team_id = ?', [teamId]]
  const beyond = `SELECT 1 FROM visibility p WHERE p.entry = e.position AND NOT (${seen.join(' AND ')})`
  return [`e.team_id = ? AND NOT EXISTS (${beyond})`, [teamId, ...values]]
}

/** Entries with a part about a record, and with `below` those of what lay below it at that time. */
const aboutRecord = ({ resource, below }: HistoryFilter, id: string): [where: string, values: SqlValue[]] => {
  const ofResource: SqlValue[] = resource ? [resource] : []
  const own = `SELECT entry FROM parts WHERE ${resource ? 'resource = ? AND ' : ''}id = ?`
  if (!below) return [`e.position IN (${own})`, [...ofResource, id]]
  // An id of another kind is no ancestor of this one.
  const ofOthers = `SELECT entry FROM ancestors WHERE id = ? AND EXISTS (${own})`
  return [`e.position IN (${own} UNION ${ofOthers})`, [...ofResource, id, id, ...ofResource, id]]
}

/** An entry of a hidden noun is hidden, and so is one of a share link or of a read whose record is of one. */
const notHidden = (hidden: readonly HistoryResource[]): [where: string, values: SqlValue[]] => {
  const nouns = JSON.stringify(hidden)
  return [
    `e.resource NOT IN (SELECT value FROM json_each(?)) AND NOT (e.resource IN ('shares', 'reads') AND EXISTS (
      SELECT 1 FROM parts h WHERE h.entry = e.position AND h.resource IN (SELECT value FROM json_each(?))))`,
    [nouns, nouns],
  ]
}

/** The entries that a reader may see and a filter names, as a condition with its values. */
export const conditionsOf = (reader: HistoryReader, filter: HistoryFilter) => {
  const { scope, hidden } = reader
  const conditions: [where: string, values: SqlValue[]][] = [scope ? withinScope(scope) : ['TRUE', []]]
  const narrow = (where: string, ...values: SqlValue[]) => conditions.push([where, values])
  const { resource, id, position, actor, via, teamId, operations, from, before, upTo } = filter
  if (operations) conditions.push(operationsOf(operations.kind, operations.operators))
  if (operations?.by) narrow('(e.actor = ? OR e.impersonator = ?)', operations.by, operations.by)
  if (hidden.length > 0) conditions.push(notHidden(hidden))
  // What was opened is left out unless it is asked for.
  if (resource !== 'reads') narrow("e.resource <> 'reads'")
  if (teamId) narrow('e.team_id = ?', teamId)
  if (position) narrow('e.position = ?', position.padStart(20, '0'))
  if (actor) narrow('e.actor = ?', actor)
  if (via) narrow('e.via_kind = ?', via)
  if (from) narrow('e.at >= ?', from)
  if (before) narrow('e.at < ?', before)
  if (upTo) narrow('e.position <= ?', upTo.padStart(20, '0'))
  if (id !== undefined) conditions.push(aboutRecord(filter, id))
  else if (resource) narrow('e.resource = ?', resource)
  // The costliest condition is the last one.
  const contains = filter.text === undefined ? undefined : containing(filter.text, reader)
  if (contains) conditions.push(contains)
  return {
    where: conditions.map(([where]) => where).join(' AND '),
    values: conditions.flatMap(([, values]) => values),
  }
}

/** Operations of operators alone, and those that users do too, for themselves or for a team of theirs. */
type Types = { theirs: readonly EventType[]; shared: readonly EventType[] }

const types: Record<OperationKind, Types> = {
  platform: {
    theirs: [
      'PlatformOperated',
      'QueuePaused',
      'QueueResumed',
      'EventSkipped',
      'BillingComparisonOrdered',
      'NotaryKeyChanged',
      'NotaryBegunAnew',
    ],
    shared: [],
  },
  users: { theirs: [], shared: ['EmailProofRequested', 'EmailVerified', 'SessionsEnded', 'ResetCodeReplaced'] },
  teams: {
    theirs: ['TeamTrialChanged', 'TeamRestored', 'TeamLimitsOverridden', 'TeamLimitsOverrideEnded'],
    shared: ['TeamDeleted'],
  },
  discounts: { theirs: [], shared: ['BillingOrderPlaced', 'DiscountWaits'] },
  impersonation: { theirs: ['ImpersonationStarted', 'ImpersonationStopped'], shared: [] },
  announcements: { theirs: ['AnnouncementPublished', 'AnnouncementEdited', 'AnnouncementRemoved'], shared: [] },
  invitations: { theirs: ['TeamInvitationSent', 'TeamInvitationResent', 'TeamInvitationWithdrawn'], shared: [] },
}

/** The condition for entries `e` of what operators do; `operators` are the present ones (D-106). */
const operationsOf = (
  kind: OperationKind | undefined,
  operators: readonly UserId[],
): [where: string, values: SqlValue[]] => {
  const wanted = kind ? [types[kind]] : Object.values(types)
  const within = (list: readonly string[]) => JSON.stringify(list)
  const impersonated = kind === undefined || kind === 'impersonation' ? 'OR e.impersonator IS NOT NULL' : ''
  return [
    `(e.type IN (SELECT value FROM json_each(?))
      OR (e.type IN (SELECT value FROM json_each(?)) AND e.actor IN (SELECT value FROM json_each(?)) AND e.actor <> e.id)
      ${impersonated})`,
    [within(wanted.flatMap(({ theirs }) => theirs)), within(wanted.flatMap(({ shared }) => shared)), within(operators)],
  ]
}
