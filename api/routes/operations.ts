import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { periodOf } from '#api/services/operations/history-period.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { listOperations, listOperators } from '#schemas/resources/operations.ts'

/** Operators see what they and other operators did (D-106). */
export const operationRoutes = (
  operatorEmails: readonly string[],
  { history, operatorSearches }: Pick<ReadModels, 'history' | 'operatorSearches'>,
  timeZone: string,
): Route[] => [
  route(listOperations, async ({ query }) => {
    const operators = (await operatorSearches.withAddress(operatorEmails)).map(({ id }) => id)
    const operations = { kind: query.kind, by: query.by, operators }
    const filter = { operations, ...periodOf(query, timeZone) }
    return list(await history.list({ scope: null, hidden: [] }, filter, query), (entry) => entry)
  }),
  route(listOperators, async () => resource(await operatorSearches.withAddress(operatorEmails))),
]
