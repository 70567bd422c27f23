import type { z } from 'zod'
import type { InThread } from '#api/services/read-models.ts'
import { directory } from '#projections/directory/directory.ts'
import { operatorSearchQueries } from '#projections/directory/operator-searches.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { decodeCursor, PageCursor } from '#projections/engine/select-page.ts'
import { arrangedQueries } from '#projections/facilities/arranged.ts'
import { complianceQueries } from '#projections/facilities/compliance.ts'
import { contentByTeamQueries } from '#projections/facilities/content-by-team.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import { past } from '#projections/past/past.ts'
import { momentQueries } from '#projections/past/queries.ts'
import { SearchCursor } from '#projections/search/find.ts'
import { searchQueries } from '#projections/search/queries.ts'
import { search } from '#projections/search/search.ts'

const model = <Queries>(projection: Projection, queriesOf: (db: ReadDb) => Queries, cursor: z.ZodType) =>
  ({ projection, queriesOf, cursor }) as const

/** Queries that may take long and therefore run in separate threads (reader-pool.ts), by the name of their read model. */
export const slowModels = {
  directory: model(directory, operatorSearchQueries, PageCursor),
  facilities: model(
    facilities,
    (db) => ({ ...arrangedQueries(db), ...complianceQueries(db), ...contentByTeamQueries(db) }),
    PageCursor,
  ),
  history: model(history, historyQueries, PageCursor),
  past: model(past, momentQueries, PageCursor),
  search: model(search, searchQueries, SearchCursor),
}

export type SlowModel = keyof typeof slowModels
export const isSlow = (name: string): name is SlowModel => name in slowModels

type Query = (...args: never[]) => unknown
/** The queries of a slow model as the rest of the process calls them. */
type SlowQueries<Name extends SlowModel> = InThread<ReturnType<(typeof slowModels)[Name]['queriesOf']>>

export type RunQuery = (model: SlowModel, query: string, args: readonly unknown[]) => Promise<unknown>

const cursorOf = (arg: unknown): unknown => typeof arg === 'object' && arg !== null && 'cursor' in arg && arg.cursor

/** Forwards each query of a slow model to the threads. Throws BadCursor here, since threads lose an error's class. */
export const slowQueries = <Name extends SlowModel>(name: Name, run: RunQuery): SlowQueries<Name> =>
  new Proxy({} as SlowQueries<Name>, {
    get:
      (_, query) =>
      async (...args: unknown[]) => {
        for (const cursor of args.map(cursorOf)) {
          if (typeof cursor === 'string') decodeCursor(slowModels[name].cursor, cursor)
        }
        return run(name, String(query), args)
      },
  })

/** Runs a query inside the thread. */
export const answerFrom = (queries: object, query: string, args: readonly unknown[]): unknown =>
  (queries as Record<string, Query>)[query]?.(...(args as never[]))
