import { type Bulk, bulkDecider } from '#api/domain/bulk.ts'
import { sampleCounts, sampleSteps } from '#api/domain/sample/sample-set.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream } from '#api/event-store/streams.ts'
import type { Actor, SignedIn } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { forbidden, HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type Lists, untilCaughtUp } from '#api/imports/catching-up.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { StoreSample } from '#api/sagas/sample/add-sample.ts'
import { sampleBulkOf, setOf } from '#api/sagas/sample/sample-ids.ts'
import type { UploadQuota } from '#api/services/files/upload-quota.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import { maySample } from '#api/services/teams/may-import.ts'
import { activeSample, plannedRemoval } from '#api/services/teams/sample-standing.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { SampleId, type TeamId } from '#schemas/ids.ts'
import { sampleBytes } from '#schemas/records/sample-content.ts'
import { addSample, showSample, undoSample } from '#schemas/resources/sample.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { counted } from '#schemas/text/counted.ts'
import { today } from '#schemas/time/dates.ts'
import { finishListed } from './finish-listed.ts'

/** Throws 403 unless the caller may add and remove sample data. */
const holder = (caller: SignedIn): Actor => {
  if (!maySample(caller)) throw forbidden()
  return inTeam(caller)
}

const notEmpty = () =>
  new HttpProblem(409, {
    message: 'Sample data can only be added to a team that has no clients, documents or categories.',
  })

const noRoom = (left: number) =>
  new HttpProblem(409, {
    message: `The sample data has ${sampleCounts.sites} sites, and your plan has room for ${left === 0 ? 'none' : counted(left, 'site')}.`,
  })

const isThere = (bulk: Bulk): boolean => bulk.status === 'adding' || bulk.status === 'added'

const ownNothing = () => undefined

type Setup = {
  ledger: Ledger
  lists: Lists
  quota: Pick<SiteQuota, 'left' | 'reserve'>
  uploadQuota: UploadQuota
  storeSample: StoreSample
  timeZone: string
}

/** Sample data of a team: added as one, removed as one. */
export const sampleRoutes = (
  { ledger, lists, quota, uploadQuota, storeSample, timeZone }: Setup,
  readModels: ReadModels['records'],
): Route[] => {
  const { sampleRecords, sites } = readModels

  /** Reserves the sites of a set until all of them are listed or it is released (D-43). */
  const reserve = (begun: EventNamed<'SampleBegun'>['data'], context: CommandContext) => {
    const ids = setOf(begun).sites.map(({ siteId }) => siteId)
    const scope = wholeTeam(begun.teamId)
    return quota.reserve(begun.teamId, () => ids.filter((id) => !sites.one(scope, id)).length, context)
  }

  /** Begins a set in a team that is empty and has room for it; returns what releases its reserved sites. */
  const begin = async ({ teamId, userId: addedBy }: Actor, context: CommandContext): Promise<() => void> => {
    await untilCaughtUp(lists)
    if (!sampleRecords.isEmpty(teamId)) throw notEmpty()
    const left = quota.left(teamId, context)
    if (left !== null && left < sampleCounts.sites) throw noRoom(left)
    await uploadQuota.reserve(teamId, sampleBytes, context.at)
    const day = today(new Date(context.at), timeZone)
    const bulkId = sampleBulkOf(teamId)
    const data = { bulkId, teamId, sampleId: SampleId.parse(context.commandId), day, addedBy }
    const release = reserve(data, context)
    try {
      const command = { type: 'Begin', beginning: { type: 'SampleBegun', data } } as const
      const { events } = await handle(ledger, bulkDecider, bulkStream(bulkId), command, context)
      // Someone else was first: their set is the one that comes.
      if (events.length === 0) release()
      return release
    } catch (error) {
      release()
      throw error
    }
  }

  /** The sample data of a team after an interrupted removal has ended. */
  const known = async (teamId: TeamId): Promise<Bulk> => {
    const bulk = await load(ledger, bulkDecider, bulkStream(sampleBulkOf(teamId)))
    return bulk.status === 'removing' ? (await finishBulk(ledger, sampleBulkOf(teamId))).bulk : bulk
  }

  /** Who asks while another's set begins waits for that one, and is not refused because of it. */
  const orJoin = (teamId: TeamId) => async (error: unknown) => {
    if (isThere(await known(teamId))) return ownNothing
    throw error
  }

  return [
    route(showSample, async ({ actor }) => {
      const { teamId } = holder(actor)
      const bulk = await load(ledger, bulkDecider, bulkStream(sampleBulkOf(teamId)))
      const status = 'sample' in bulk ? bulk.status : 'none'
      const offered = (status === 'none' || status === 'removed') && sampleRecords.isEmpty(teamId)
      return resource({ status, offered })
    }),

    route(addSample, async ({ actor, context, request }) => {
      const owner = holder(actor)
      const { teamId } = owner
      const release = isThere(await known(teamId)) ? ownNothing : await begin(owner, context).catch(orJoin(teamId))
      const adding = { bulkId: sampleBulkOf(teamId), total: sampleSteps, storeSample, ended: release }
      return finishListed(request, { ledger, lists, ...adding }, () => ({ ...sampleCounts }))
    }),

    route(undoSample, async ({ actor, context, request }) => {
      const { teamId } = holder(actor)
      const bulkId = sampleBulkOf(teamId)
      // An interrupted addition is finished before it is undone.
      const { bulk } = await finishBulk(ledger, bulkId, undefined, storeSample)
      if (!('sample' in bulk)) throw notFound()
      const { sample } = bulk
      let steps = 0
      if (bulk.status === 'added') {
        await untilCaughtUp(lists)
        const removal = await plannedRemoval(ledger, readModels, sample)
        const { clientIds, siteIds, visitIds, fileIds, documentIds } = removal
        steps = [clientIds, siteIds, visitIds, fileIds, documentIds].flat().length
        await handle(ledger, bulkDecider, bulkStream(bulkId), { type: 'BeginSampleRemoval', removal }, context)
      }
      return finishListed(request, { ledger, lists, bulkId, total: steps }, (ended) => {
        const kept = activeSample(readModels, sample)
        const records = 'sample' in ended ? ended.records : 0
        return { deleted: Math.max(0, records - kept.length), kept: kept.length, kept_records: kept }
      })
    }),
  ]
}
