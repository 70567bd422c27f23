import { skippedEventsDecider } from '#api/domain/queue.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { skippedEventsStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import { recordOperation } from '#api/services/operations/record-operation.ts'
import type { InspectedReadModel, Rebuild } from '#schemas/resources/read-models.ts'
import {
  discardRebuild,
  listReadModels,
  rollBackRebuild,
  showRebuild,
  skipEvent,
  startRebuild,
  swapRebuild,
} from '#schemas/resources/read-models.ts'

const found = <Found>(one: Found | undefined): Found => {
  if (one === undefined) throw notFound()
  return one
}

const done = (rebuild: Rebuild | undefined, why: string): Rebuild => {
  if (!rebuild) throw new HttpProblem(409, { message: why })
  return rebuild
}

type ReadModelsSetup = {
  ledger: Ledger
  inspect: () => Promise<InspectedReadModel[]>
  rebuilds: Rebuilds
}

/** Operators inspect the read models of this process and rebuild them next to the live ones. */
export const readModelRoutes = ({ ledger, inspect, rebuilds }: ReadModelsSetup): Route[] => [
  route(listReadModels, async () => {
    const models = await inspect()
    return resource(models.map((model) => ({ ...model, rebuild: rebuilds.find(model.name) ?? null })))
  }),
  route(skipEvent, async ({ body, context }) => {
    const stopped = (await inspect()).filter(({ stopped_at }) => stopped_at?.position === body.position)
    const event = stopped[0]?.stopped_at
    if (!event) throw new HttpProblem(409, { message: 'No read model stands still at this position.' })
    const readModels = stopped.map(({ name }) => name)
    const command = { type: 'SkipEvent', event, readModels } as const
    const { position } = await handle(ledger, skippedEventsDecider, skippedEventsStream, command, context)
    return resource({ event, read_models: readModels }, position)
  }),
  route(startRebuild, async ({ params: { name }, context }) => {
    const former = rebuilds.find(name)
    const rebuild = found(rebuilds.start(name))
    // A second request joins the rebuild; one that cannot begin is not recorded.
    if (rebuild === former || rebuild.state === 'failed') return resource(rebuild)
    return resource(rebuild, await recordOperation(ledger, context, { action: 'rebuild', subject: name }))
  }),
  route(showRebuild, ({ params }) => resource(found(rebuilds.find(params.name)))),
  route(swapRebuild, async ({ params: { name }, context }) => {
    found(rebuilds.find(name))
    const rebuild = done(await rebuilds.swap(name), 'The rebuild is not ready.')
    return resource(rebuild, await recordOperation(ledger, context, { action: 'swap', subject: name }))
  }),
  route(rollBackRebuild, async ({ params: { name }, context }) => {
    const rebuild = done(await rebuilds.rollBack(name), 'There is no former read model to go back to.')
    return resource(rebuild, await recordOperation(ledger, context, { action: 'roll-back', subject: name }))
  }),
  route(discardRebuild, async ({ params: { name }, context }) => {
    found(rebuilds.find(name))
    await rebuilds.discard(name)
    return empty(await recordOperation(ledger, context, { action: 'discard', subject: name }))
  }),
]
