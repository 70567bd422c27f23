import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { clientQueries } from '#projections/facilities/clients.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import { trashQueries } from '#projections/facilities/trash.ts'
import { visitQueries } from '#projections/facilities/visits.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import type { ClientId, FileId, SiteId, TrashId, VisitId } from '#schemas/ids.ts'
import { resources } from '#schemas/nouns.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import {
  newClientId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
  newVisitId,
} from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const teamId = newTeamId()
const userId = newUserId()
const day = CalendarDate.parse('2026-03-01')

/** The model of a record: its parents, and the entry of the trash that it lies in itself. */
type Client = { kind: 'clients'; id: ClientId; trashId: TrashId | null }
type Site = { kind: 'sites'; id: SiteId; trashId: TrashId | null; client: Client }
type Visit = { kind: 'visits'; id: VisitId; trashId: TrashId | null; site: Site }
type File = { kind: 'files'; id: FileId; trashId: TrashId | null; own: Site; visit: Visit | null }
type Thing = Client | Site | Visit | File
type Entry = { id: TrashId; thing: Thing; contents: Record<string, number> }

/** A log in memory with the model beside it. Each step takes two numbers to choose by; one without a choice does nothing. */
const world = () => {
  const record = memoryLog()
  const events: RecordedEvent[] = []
  const streams = new Map<string, LedgerEvent[]>()
  const things: Thing[] = []
  const entries = new Map<TrashId, Entry>()

  const order = <State, Command, Event extends LedgerEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
  ) => {
    const history = (streams.get(stream) ?? []) as Event[]
    const decided = decider.decide(history.reduce(decider.evolve, decider.initialState), command)
    streams.set(stream, [...history, ...decided])
    events.push(...decided.map((event) => record(stream, event)))
  }

  const all = <Kind extends Thing['kind']>(kind: Kind) =>
    things.filter((each): each is Extract<Thing, { kind: Kind }> => each.kind === kind)
  const siteOf = ({ visit, own }: File): Site => visit?.site ?? own
  const holderOf = (thing: Thing): Thing | undefined => {
    if (thing.kind === 'sites') return thing.client
    if (thing.kind === 'visits') return thing.site
    return thing.kind === 'files' ? siteOf(thing) : undefined
  }
  const isActive = (thing: Thing | undefined): boolean =>
    thing === undefined || (thing.trashId === null && isActive(holderOf(thing)))
  const active = <Kind extends Thing['kind']>(kind: Kind) => all(kind).filter(isActive)
  const pick = <Item>(items: readonly Item[], by: number): Item | undefined => items[by % Math.max(items.length, 1)]
  /** The records below one that were not deleted themselves. */
  const within = (thing: Thing, kind: Thing['kind']) =>
    all(kind).filter((each) => {
      for (let at: Thing | undefined = each; at; at = holderOf(at)) {
        if (at === thing) return true
        if (at.trashId !== null) return false
      }
      return false
    })

  const onThing = (thing: Thing, does: 'Delete' | 'Restore', trashId: TrashId) => {
    const named = { teamId, trashId }
    const { id } = thing
    if (thing.kind === 'clients') order(clientDecider, id, { type: `${does}Client`, clientId: thing.id, ...named })
    if (thing.kind === 'sites') order(siteDecider, id, { type: `${does}Site`, siteId: thing.id, ...named })
    if (thing.kind === 'visits') order(visitDecider, id, { type: `${does}Visit`, visitId: thing.id, ...named })
    if (thing.kind === 'files') order(fileDecider, id, { type: `${does}File`, fileId: thing.id, ...named })
  }
  const ancestryOf = (site: Site) => ({ siteId: site.id, clientId: site.client.id })

  const steps: ((by: number, and: number) => void)[] = [
    () => {
      const client: Client = { kind: 'clients', id: newClientId(), trashId: null }
      order(clientDecider, client.id, {
        type: 'AddClient',
        clientId: client.id,
        teamId,
        ...detailsOf.client({ name: 'Acme' }),
      })
      things.push(client)
    },
    (by) => {
      const client = pick(active('clients'), by)
      if (!client) return
      const site: Site = { kind: 'sites', id: newSiteId(), trashId: null, client }
      const about = { teamId, clientId: client.id, ...detailsOf.site({ name: 'North' }) }
      order(siteDecider, site.id, { type: 'AddSite', siteId: site.id, ...about })
      things.push(site)
    },
    (by) => {
      const site = pick(active('sites'), by)
      if (!site) return
      const visit: Visit = { kind: 'visits', id: newVisitId(), trashId: null, site }
      const details = detailsOf.visit({ name: 'Spring', started_at: day, ended_at: day })
      order(visitDecider, visit.id, { type: 'AddVisit', visitId: visit.id, teamId, ...ancestryOf(site), ...details })
      things.push(visit)
    },
    (by, and) => {
      const site = pick(active('sites'), by)
      if (!site) return
      const choices = [null, ...active('visits').filter((each) => each.site === site)]
      const visit = pick(choices, and) ?? null
      const file: File = { kind: 'files', id: newFileId(), trashId: null, own: site, visit }
      const type = 'application/pdf'
      const about = {
        ...detailsOf.file({ name: 'Plan', completed_at: day }),
        localFileName: 'plan.pdf',
        type,
        mimeType: type,
      } as const
      const ancestry = { ...ancestryOf(site), visitId: visit?.id ?? null, categoryIds: [] }
      const stored = { content: { hash: hashOf('a'), size: 1 }, uploadedBy: userId }
      const upload = { fileId: file.id, teamId, ...ancestry, ...about, ...stored }
      order(fileDecider, file.id, { type: 'UploadFile', file: upload })
      things.push(file)
    },
    (by, and) => {
      const site = pick(active('sites'), by)
      const client = pick(active('clients'), and)
      if (!site || !client) return
      const about = { teamId, name: 'North', postcode: null, clientId: client.id }
      order(siteDecider, site.id, { type: 'UpdateSite', siteId: site.id, ...about })
      site.client = client
    },
    (by, and) => {
      const visit = pick(active('visits'), by)
      const site = pick(active('sites'), and)
      if (!visit || !site) return
      const about = { teamId, ...ancestryOf(site), name: 'Spring', started_at: day, ended_at: day }
      order(visitDecider, visit.id, { type: 'ChangeVisit', visitId: visit.id, ...about })
      visit.site = site
    },
    (by, and) => {
      const file = pick(active('files'), by)
      if (!file) return
      const site = siteOf(file)
      const visit = pick([null, ...active('visits').filter((each) => each.site === site)], and) ?? null
      const change = { fileId: file.id, teamId, bulkId: null, ancestry: ancestryOf(site), visitId: visit?.id ?? null }
      order(fileDecider, file.id, { type: 'ChangeFile', ...change })
      if (visit !== file.visit) Object.assign(file, { own: site, visit })
    },
    // Twice as often as anything else.
    ...Array.from({ length: 3 }, () => (by: number) => {
      const thing = pick(things.filter(isActive), by)
      if (!thing) return
      const id = newTrashId()
      const below = thing.kind === 'clients' || thing.kind === 'sites' ? (['sites', 'visits', 'files'] as const) : []
      const counts = below.flatMap((kind) => {
        const count = kind === thing.kind ? 0 : within(thing, kind).length
        return count > 0 ? [[kind, count] as const] : []
      })
      entries.set(id, { id, thing, contents: { [thing.kind]: 1, ...Object.fromEntries(counts) } })
      onThing(thing, 'Delete', id)
      thing.trashId = id
    }),
    ...Array.from({ length: 3 }, () => (by: number) => {
      const entry = pick(
        [...entries.values()].filter(({ thing }) => isActive(holderOf(thing))),
        by,
      )
      if (!entry) return
      onThing(entry.thing, 'Restore', entry.id)
      entry.thing.trashId = null
      entries.delete(entry.id)
    }),
  ]

  const expected = () => ({
    clients: active('clients').map((client) => [client.id, within(client, 'sites').length]),
    sites: active('sites').map((site) => {
      const held = (each: Visit | File) =>
        each.trashId === null && (each.kind === 'visits' ? each.site : siteOf(each)) === site
      return [site.id, site.client.id, all('visits').filter(held).length, all('files').filter(held).length]
    }),
    visits: active('visits').map((visit) => {
      const count = all('files').filter((file) => file.visit === visit && file.trashId === null).length
      return [visit.id, visit.site.id, visit.site.client.id, count]
    }),
    files: active('files').map((file) => {
      const shown = file.visit?.trashId === null ? file.visit.id : null
      return [file.id, siteOf(file).id, siteOf(file).client.id, shown]
    }),
    trash: [...entries.values()].map(({ id, thing, contents }) => [id, thing.kind, thing.id, contents]),
  })
  return { steps, events, expected }
}

const page = { limit: 1000 }

/** The read models after each event was applied twice, as after a crash. */
const told = (events: readonly RecordedEvent[]) => {
  const of = (projection: Projection) =>
    projected(
      projection,
      events.flatMap((event) => [event, event]),
    )
  const scope = wholeTeam(teamId)
  const db = of(facilities)
  const sight = { scope, resources, now: new Date('2026-04-01T00:00:00Z') }
  const answer = {
    clients: clientQueries(db)
      .list(scope, page)
      .rows.map((row) => [row.id, row.site_count]),
    sites: siteQueries(db)
      .list(scope, page)
      .rows.map((row) => [row.id, row.client_id, row.visit_count, row.file_count]),
    visits: visitQueries(db)
      .list(scope, page)
      .rows.map((row) => [row.id, row.site_id, row.client_id, row.file_count]),
    files: fileQueries(db)
      .list(scope, page)
      .rows.map((row) => [row.id, row.site_id, row.client_id, row.visit_id]),
    trash: trashQueries(db)
      .list(sight, page)
      .rows.map((row) => [row.id, row.resource, row.record_id, row.contents]),
  }
  db.close()
  return answer
}

const sorted = (lists: Record<string, readonly (readonly unknown[])[]>) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, rows]) => [
      name,
      rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    ]),
  )

test('lists, counts and trash agree with a simple model after random additions, moves, deletions and restores (D-10)', () => {
  const walks = fc.array(fc.tuple(fc.nat(12), fc.nat(1000), fc.nat(1000)), {
    minLength: 30,
    maxLength: 120,
    size: 'max',
  })
  fc.assert(
    fc.property(walks, (walk) => {
      const { steps, events, expected } = world()
      for (const [step, by, and] of [[0, 0, 0] as const, [1, 0, 0] as const, ...walk]) steps[step]?.(by, and)
      expect(sorted(told(events))).toEqual(sorted(expected()))
    }),
    { numRuns: 25 },
  )
})
