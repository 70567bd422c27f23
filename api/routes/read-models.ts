import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModel, Rebuild } from '#schemas/resources/read-models.ts'
import {
  discardRebuild,
  listReadModels,
  rollBackRebuild,
  showRebuild,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'

/** Rebuilds of read models beside the live ones, one for each name at the most. */
export type Rebuilds = {
  /** Begins one, or answers the one that is under way; undefined where no read model has that name. */
  start: (name: string) => Rebuild | undefined
  find: (name: string) => Rebuild | undefined
  /** Puts a rebuilt file in the place of the live one; undefined where none is ready. */
  swap: (name: string) => Promise<Rebuild | undefined>
  /** Puts the former file back; undefined where there is none any more. */
  rollBack: (name: string) => Promise<Rebuild | undefined>
  /** Gives one up, and removes what it made. */
  discard: (name: string) => Promise<void>
}

const found = <Found>(one: Found | undefined): Found => {
  if (one === undefined) throw notFound()
  return one
}

const done = (rebuild: Rebuild | undefined, why: string): Rebuild => {
  if (!rebuild) throw new HttpProblem(409, { message: why })
  return rebuild
}

/** Operators look at the read models of this process, and build them anew beside the live ones. */
export const readModelRoutes = (look: () => Promise<ReadModel[]>, rebuilds: Rebuilds): Route[] => [
  route(listReadModels, async () => resource(await look())),
  route(startRebuild, ({ params }) => resource(found(rebuilds.start(params.name)))),
  route(showRebuild, ({ params }) => resource(found(rebuilds.find(params.name)))),
  route(swapRebuild, async ({ params }) => {
    found(rebuilds.find(params.name))
    return resource(done(await rebuilds.swap(params.name), 'The rebuild is not ready.'))
  }),
  route(rollBackRebuild, async ({ params }) =>
    resource(done(await rebuilds.rollBack(params.name), 'There is no former read model to go back to.')),
  ),
  route(discardRebuild, async ({ params }) => {
    found(rebuilds.find(params.name))
    await rebuilds.discard(params.name)
    return empty()
  }),
]
