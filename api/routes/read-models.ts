import { skippedEventsDecider } from '#api/domain/queue.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { skippedEventsStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { SharedRebuilds } from '#api/services/operations/rebuilds.ts'
import { recordOperation } from '#api/services/operations/record-operation.ts'
import type { SharedRebuild } from '#schemas/resources/read-models.ts'
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

const refused = (why: string) => new HttpProblem(409, { message: why })

const swapped = (outcome: SharedRebuild | { notReady: string[] }): SharedRebuild => {
  if (!('notReady' in outcome)) return outcome
  const { notReady } = outcome
  throw refused(
    notReady.length > 1 ? `The rebuild is not ready on ${notReady.join(', ')}.` : 'The rebuild is not ready.',
  )
}

/** Operators inspect the read models of all replicas and rebuild them next to the live ones. */
export const readModelRoutes = (ledger: Ledger, rebuilds: SharedRebuilds): Route[] => [
  route(listReadModels, async () => resource(await rebuilds.inspect())),
  route(skipEvent, async ({ body, context }) => {
    const stopped = (await rebuilds.inspect()).filter(({ stopped_at }) => stopped_at?.position === body.position)
    const event = stopped[0]?.stopped_at
    if (!event) throw refused('No read model stands still at this position.')
    const readModels = [...new Set(stopped.map(({ name }) => name))]
    const command = { type: 'SkipEvent', event, readModels } as const
    const { position } = await handle(ledger, skippedEventsDecider, skippedEventsStream, command, context)
    return resource({ event, read_models: readModels }, position)
  }),
  route(startRebuild, async ({ params: { name }, context }) => {
    const { rebuild, isNew } = found(await rebuilds.start(name))
    // A second request joins the rebuild; one that cannot begin is not recorded.
    if (!isNew) return resource(rebuild)
    return resource(rebuild, await recordOperation(ledger, context, { action: 'rebuild', subject: name }))
  }),
  route(showRebuild, async ({ params }) => resource(found(await rebuilds.find(params.name)))),
  route(swapRebuild, async ({ params: { name }, context }) => {
    found(await rebuilds.find(name))
    const rebuild = swapped(await rebuilds.swap(name))
    return resource(rebuild, await recordOperation(ledger, context, { action: 'swap', subject: name }))
  }),
  route(rollBackRebuild, async ({ params: { name }, context }) => {
    const rebuild = await rebuilds.rollBack(name)
    if (!rebuild) throw refused('There is no former read model to go back to.')
    return resource(rebuild, await recordOperation(ledger, context, { action: 'roll-back', subject: name }))
  }),
  route(discardRebuild, async ({ params: { name }, context }) => {
    found(await rebuilds.find(name))
    await rebuilds.discard(name)
    return empty(await recordOperation(ledger, context, { action: 'discard', subject: name }))
  }),
]
