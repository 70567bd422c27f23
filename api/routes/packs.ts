import { v5 as deriveUuid } from 'uuid'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { PackLocks } from '#api/adapters/locks.ts'
import { packDecider } from '#api/domain/pack.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { packStream } from '#api/event-store/streams.ts'
import { asList, empty, resource } from '#api/http/answer.ts'
import type { Past } from '#api/http/past.ts'
import { HttpProblem, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { openStoredPack } from '#api/packs/stored-pack.ts'
import { presentPack } from '#api/presenters/pack.ts'
import type { RecordRead } from '#api/services/files/recorded-reads.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { recordIn } from '#api/services/records/access.ts'
import { orBehind, orInvalid, orNotFound } from '#api/services/records/owned.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import { comparePositions } from '#projections/engine/position.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import { instantAfter } from '#schemas/calls/as-of.ts'
import { CommandId, PackId, type TeamId } from '#schemas/ids.ts'
import { mostPacked, type PackProgress, packNouns, packsAtOnce } from '#schemas/records/pack.ts'
import { deletePack, downloadPack, listPacks, orderPack, type Pack, showPack } from '#schemas/resources/packs.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { safeName } from '#schemas/text/safe-name.ts'
import { type Clock, longTime, today } from '#schemas/time/dates.ts'

type PacksSetup = {
  ledger: Ledger
  content: ContentStore
  locks: PackLocks
  past: Pick<Past, 'moment' | 'answerAt'> & { readModels: ReadModels }
  clock: Clock
  record: RecordRead
}

/** Evidence packs, which are made after they were ordered, by any process (`openPacks`). */
export const packRoutes = (setup: PacksSetup, { directory, lists: { packs }, records }: ReadModels): Route[] => {
  const { ledger, content, locks, past, clock, record } = setup

  const present = (scope: Scope, row: PackRow, progress?: PackProgress): Pack => {
    const name = records[packNouns[row.within.kind]].one(scope, row.within.id as never)?.name ?? ''
    const by = directory.accounts.namesOf([row.user_id]).get(row.user_id) ?? null
    return presentPack(row, { progress, name, by, now: clock.now() })
  }
  /** With how far it is, which nobody knows while Redis is away. */
  const presentNow = async (scope: Scope, row: PackRow): Promise<Pack> =>
    present(scope, row, row.state === 'waiting' ? await locks.progress(row.id).catch(() => undefined) : undefined)
  const oneOf = (teamId: TeamId, id: PackId): PackRow => orNotFound(packs.one(teamId, id))

  /** Throws 422 where it would be too large. */
  const requireRoom = (scope: Scope, { within, versions }: Pick<PackRow, 'within' | 'versions'>): void => {
    const held = past.readModels.records.files.sizesIn(scope, { [`${within.kind}Id`]: within.id })
    const [files, bytes] = versions === 'all' ? [held.versions, held.bytesOfVersions] : [held.files, held.bytes]
    if (files <= mostPacked.files && bytes <= mostPacked.bytes) return
    const what = bytes > mostPacked.bytes ? humanReadableSize(bytes) : `${files.toLocaleString('en-GB')} contents`
    throw invalidField('within', `These files have ${what}. A pack holds at most 100 GB and 100,000 files.`)
  }

  return [
    route(orderPack, async ({ actor, body, context }) => {
      const { userId, teamId, scope } = inTeam(actor)
      const id = PackId.parse(idMadeBy(context.commandId, 'pack'))
      const others = packs.waiting(teamId).filter((each) => each.id !== id)
      const inMaking = 'Two packs of your team are being made. Please wait for one of them.'
      if (others.length >= packsAtOnce) throw new HttpProblem(429, { message: inMaking }, 60)
      const { within, versions, files, reason } = body
      const moment = await past.moment(body.as_of)
      const from = body.from === undefined ? null : (await past.moment(body.from, 'from')).position
      if (from !== null && comparePositions(from, moment.position) > 0)
        throw invalidField('from', 'The from must not be after the as of.')
      past.answerAt(moment, () => {
        orInvalid('within', recordIn(past.readModels, scope, packNouns[within.kind], within.id))
        if (files) requireRoom(scope, { within, versions })
      })
      const about = { packId: id, teamId, userId, within, files, versions, reason, from }
      const ordered = { ...about, position: moment.position, asOf: moment.at.toISOString() }
      const command = { type: 'OrderPack', ordered } as const
      // By the instant that is told, as by the position, a pack does not show its own order.
      const after = instantAfter(moment, clock.now()).getTime()
      const at = new Date(Math.max(after, Date.parse(context.at))).toISOString()
      const { position } = await handle(ledger, packDecider, packStream(id), command, { ...context, at })
      return resource(() => present(scope, orBehind(packs.one(teamId, id))), position)
    }),

    route(listPacks, async ({ actor, query }) => {
      const { teamId, scope } = inTeam(actor)
      const page = packs.list(teamId, query)
      return asList({ ...page, rows: await Promise.all(page.rows.map((row) => presentNow(scope, row))) })
    }),

    route(showPack, async ({ actor, params }) => {
      const { teamId, scope } = inTeam(actor)
      return resource(await presentNow(scope, oneOf(teamId, params.id)))
    }),

    route(downloadPack, async ({ actor: caller, params: { id }, context }) => {
      const actor = inTeam(caller)
      const { teamId, scope, userId } = actor
      const row = oneOf(teamId, id)
      const { state, name, as_of, expires_at, total } = present(scope, row)
      if (state === 'expired' && expires_at)
        throw new HttpProblem(410, { message: `This ended on ${longTime(expires_at, clock.timeZone)}.` })
      if (state !== 'ready') throw new HttpProblem(409, { message: 'This pack is not ready.' })
      const stored = await openStoredPack(content, row)
      const subject = { kind: 'teams', id: teamId } as const
      await record(actor, { subject, version: null, how: 'pack', files: total, of: id }, context)
      const day = today(clock.now(), clock.timeZone)
      const command = { type: 'DownloadPack', packId: id, teamId, userId, day } as const
      // Once a person and day, however often it goes on.
      const commandId = CommandId.parse(deriveUuid(`${id}/${day}`, userId))
      await handle(ledger, packDecider, packStream(id), command, { ...context, commandId })
      const saveAs = safeName(`${name || 'Evidence'}, ${as_of.slice(0, 10)}.zip`, 120)
      return { kind: 'content', stored, type: 'application/zip', disposition: 'attachment', name: saveAs }
    }),

    route(deletePack, async ({ actor, params: { id }, context }) => {
      const { teamId } = inTeam(actor)
      oneOf(teamId, id)
      const command = { type: 'EndPack', packId: id, teamId, because: 'deleted' } as const
      const { position } = await handle(ledger, packDecider, packStream(id), command, context)
      return empty(position)
    }),
  ]
}
