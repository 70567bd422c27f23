import type { QueryClient } from '@tanstack/react-query'
import { type HistoryEntry, historyOfEach, listHistory } from '#schemas/resources/history.ts'
import { listShares } from '#schemas/resources/shares.ts'
import { callApi, request } from '#web/lib/api.ts'
import { problemOf } from '#web/lib/api-problem.ts'
import { everyRow, listQuery } from '#web/lib/queries.ts'

/** The instant of the moment that the page shows, and the last event that counts. Throws ApiProblem where it has none. */
const momentOfAnswers = async (): Promise<{ at: string; position: bigint }> => {
  // A call that whoever reads the history may make, and that looks at little.
  const answer = await request(listShares, { query: { limit: 1 } })
  if (!answer.ok) throw await problemOf(answer)
  // The headers say all that is asked.
  await answer.body?.cancel()
  return {
    at: answer.headers.get('x-as-of') ?? '',
    position: BigInt(answer.headers.get('x-as-of-position') ?? 0),
  }
}

/** The record whose page has a path, or none. */
export const recordAt = (path: string): { kind: 'clients' | 'sites' | 'visits'; id: string } | undefined => {
  const [, kind, id = ''] = /^\/dashboard\/(clients|sites|visits)\/([^/]+)/.exec(path) ?? []
  return kind === undefined ? undefined : { kind: kind as 'clients', id }
}

/** The history of what a page shows: of one record, or of the team. */
const historyOf = (path: string) => {
  const { kind, ...params } = recordAt(path) ?? {}
  return { endpoint: kind === undefined ? listHistory : historyOfEach[kind], params }
}

/** How many of the entries before a moment are looked at: those of one instant may come later in the log. */
const looked = 20
const firstSpan = 60 * 60 * 1000

/**
 * The instant of the moment, and the positions before and after the next change of what a page shows, in both directions;
 * null where there is none. Later ones are looked for in spans, each eight times as long as the one before.
 */
export const stepsFrom = async (
  queries: QueryClient,
  path: string,
): Promise<{ at: string; earlier: string | null; later: string | null }> => {
  const { at, position } = await momentOfAnswers()
  const { endpoint, params } = historyOf(path)
  const call = { params, query: { to: at, limit: looked } }
  const { data } = await callApi(endpoint as typeof listHistory, call as object)
  const before = (data as HistoryEntry[]).find((entry) => BigInt(entry.position) <= position)
  let after: HistoryEntry | undefined
  for (let span = firstSpan, to = 0; after === undefined && to < Date.now(); span *= 8) {
    to = Date.parse(at) + span
    const within = { from: at, to: new Date(Math.min(to, Date.now())).toISOString() }
    const entries = await everyRow(queries, listQuery(endpoint as typeof listHistory, params as never, within))
    after = entries.findLast((entry) => BigInt(entry.position) > position)
  }
  return {
    at,
    earlier: before ? String(BigInt(before.position) - 1n) : null,
    later: after?.position ?? null,
  }
}
