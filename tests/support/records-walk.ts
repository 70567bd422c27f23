import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import type { ClientId, FileId, SiteId, TrashId, VisitId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from './core-world.ts'
import { detailsOf } from './details.ts'
import { memoryLog } from './memory-log.ts'
import {
  newClientId,
  newCommandId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
  newVisitId,
} from './new-ids.ts'

export const teamId = newTeamId()
const userId = newUserId()
const day = CalendarDate.parse('2026-03-01')

export const kinds = ['clients', 'sites', 'visits', 'files'] as const

/** The model of a record: its name, its parents, and the entry of the trash that it lies in itself. */
type Named = { name: string; trashId: TrashId | null }
type Client = Named & { kind: 'clients'; id: ClientId }
type Site = Named & { kind: 'sites'; id: SiteId; client: Client }
type Visit = Named & { kind: 'visits'; id: VisitId; site: Site }
type File = Named & { kind: 'files'; id: FileId; own: Site; visit: Visit | null }
type Thing = Client | Site | Visit | File
/** What one command has deleted: one thing, or several, each with an id of its own by which it is restored. */
type Entry = { id: TrashId; resource: Thing['kind']; isOne: boolean; things: Thing[] }

/** A log in memory with the model beside it. Each step takes two numbers to choose by; one without a choice does nothing. */
export const recordsWalk = () => {
  const record = memoryLog()
  const events: RecordedEvent[] = []
  const streams = new Map<string, LedgerEvent[]>()
  let things: Thing[] = []
  const purged: string[] = []
  let names = 0
  const newName = () => `n${String(names++).padStart(4, '0')}`
  const entries = new Map<TrashId, Entry>()

  const order = <State, Command, Event extends LedgerEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
    commandId = newCommandId(),
  ) => {
    const history = (streams.get(stream) ?? []) as Event[]
    const decided = decider.decide(history.reduce(decider.evolve, decider.initialState), command)
    streams.set(stream, [...history, ...decided])
    events.push(...decided.map(({ type, data }) => record(stream, type, data, { commandId })))
  }

  const all = <Kind extends Thing['kind']>(kind: Kind) =>
    things.filter((each): each is Extract<Thing, { kind: Kind }> => each.kind === kind)
  const siteOf = ({ visit, own }: File): Site => visit?.site ?? own
  const holderOf = (thing: Thing): Thing | undefined => {
    if (thing.kind === 'sites') return thing.client
    if (thing.kind === 'visits') return thing.site
    return thing.kind === 'files' ? siteOf(thing) : undefined
  }
  const clientOf = (thing: Thing): Client => {
    if (thing.kind === 'clients') return thing
    if (thing.kind === 'sites') return thing.client
    return (thing.kind === 'visits' ? thing.site : siteOf(thing)).client
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

  const onThing = (thing: Thing, does: 'Delete' | 'Restore' | 'Purge', trashId: TrashId, by = newCommandId()) => {
    const named = { teamId, trashId }
    const { id } = thing
    if (thing.kind === 'clients') order(clientDecider, id, { type: `${does}Client`, clientId: thing.id, ...named }, by)
    if (thing.kind === 'sites') order(siteDecider, id, { type: `${does}Site`, siteId: thing.id, ...named }, by)
    if (thing.kind === 'visits') order(visitDecider, id, { type: `${does}Visit`, visitId: thing.id, ...named }, by)
    if (thing.kind === 'files') order(fileDecider, id, { type: `${does}File`, fileId: thing.id, ...named }, by)
  }
  /** Deletes things by one command, what lies in others first; files together as one, other things each by its own id. */
  const remove = (chosen: readonly Thing[]) => {
    const [first] = chosen
    if (!first) return
    const by = newCommandId()
    const together = newTrashId()
    for (const thing of chosen) {
      thing.trashId = chosen.every(({ kind }) => kind === 'files') ? together : newTrashId()
      onThing(thing, 'Delete', thing.trashId, by)
    }
    const id = first.trashId ?? together
    entries.set(id, { id, resource: first.kind, isOne: chosen.length === 1, things: [...chosen] })
  }
  /** The records of an entry, with what went with them. */
  const held = ({ things: deleted }: Entry) =>
    deleted.flatMap((thing) => [
      thing,
      ...kinds.flatMap((kind) => within(thing, kind)).filter((each) => each !== thing),
    ])
  const forget = (gone: (thing: Thing) => boolean) => {
    for (const entry of [...entries.values()]) {
      entry.things = entry.things.filter((thing) => !gone(thing))
      if (entry.things.length === 0) entries.delete(entry.id)
    }
  }
  const ancestryOf = (site: Site) => ({ siteId: site.id, clientId: site.client.id })

  const steps: ((by: number, and: number) => void)[] = [
    () => {
      const client: Client = { kind: 'clients', id: newClientId(), name: newName(), trashId: null }
      order(clientDecider, client.id, {
        type: 'AddClient',
        clientId: client.id,
        teamId,
        ...detailsOf.client({ name: client.name }),
      })
      things.push(client)
    },
    (by) => {
      const client = pick(active('clients'), by)
      if (!client) return
      const site: Site = { kind: 'sites', id: newSiteId(), name: newName(), trashId: null, client }
      const about = { teamId, clientId: client.id, ...detailsOf.site({ name: site.name }) }
      order(siteDecider, site.id, { type: 'AddSite', siteId: site.id, ...about })
      things.push(site)
    },
    (by) => {
      const site = pick(active('sites'), by)
      if (!site) return
      const visit: Visit = { kind: 'visits', id: newVisitId(), name: newName(), trashId: null, site }
      const details = detailsOf.visit({ name: visit.name, started_at: day, ended_at: day })
      order(visitDecider, visit.id, { type: 'AddVisit', visitId: visit.id, teamId, ...ancestryOf(site), ...details })
      things.push(visit)
    },
    (by, and) => {
      const site = pick(active('sites'), by)
      if (!site) return
      const choices = [null, ...active('visits').filter((each) => each.site === site)]
      const visit = pick(choices, and) ?? null
      const file: File = { kind: 'files', id: newFileId(), name: newName(), trashId: null, own: site, visit }
      const type = 'application/pdf'
      const about = {
        ...detailsOf.file({ name: file.name, completed_at: day }),
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
    (by) => {
      const client = pick(active('clients'), by)
      if (!client) return
      client.name = newName()
      order(clientDecider, client.id, { type: 'ChangeClient', clientId: client.id, teamId, name: client.name })
    },
    (by, and) => {
      const site = pick(active('sites'), by)
      const client = pick(active('clients'), and)
      if (!site || !client) return
      Object.assign(site, { client, name: newName() })
      const about = { teamId, name: site.name, postcode: null, clientId: client.id }
      order(siteDecider, site.id, { type: 'UpdateSite', siteId: site.id, ...about })
    },
    (by, and) => {
      const visit = pick(active('visits'), by)
      const site = pick(active('sites'), and)
      if (!visit || !site) return
      Object.assign(visit, { site, name: newName() })
      const about = { teamId, ...ancestryOf(site), name: visit.name, started_at: day, ended_at: day }
      order(visitDecider, visit.id, { type: 'ChangeVisit', visitId: visit.id, ...about })
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
    // An entry, or the records of it that lie in others.
    (by, and) => {
      const entry = pick([...entries.values()], by)
      for (const thing of entry?.things.slice(0, (and % entry.things.length) + 1) ?? []) {
        if (!thing.trashId || purged.includes(thing.id)) continue
        onThing(thing, 'Purge', thing.trashId)
        for (const file of all('files')) {
          if (file.visit === thing) Object.assign(file, { own: file.visit.site, visit: null })
        }
        const isBelow = (each: Thing | undefined): boolean =>
          each === thing || (each !== undefined && isBelow(holderOf(each)))
        purged.push(...things.filter(isBelow).map(({ id }) => id))
        forget(isBelow)
        things = things.filter((each) => !isBelow(each))
      }
    },
    // More often than anything else.
    ...Array.from({ length: 3 }, () => (by: number) => {
      const thing = pick(things.filter(isActive), by)
      if (thing) remove([thing])
    }),
    // What an undone import, removed sample data or a change of many files deletes.
    (by, and) => {
      const chosen = things.filter((thing, at) => isActive(thing) && (at + by) % ((and % 3) + 1) === 0)
      remove(kinds.toReversed().flatMap((kind) => chosen.filter((thing) => thing.kind === kind)))
    },
    (by) => remove(active('files').filter((_, at) => (at + by) % 2 === 0)),
    // One of several comes back in part where restoring breaks off.
    ...Array.from({ length: 4 }, () => (by: number, and: number) => {
      const isBack = (thing: Thing | undefined, entry: Entry): boolean =>
        thing === undefined ||
        ((thing.trashId === null || entry.things.includes(thing)) && isBack(holderOf(thing), entry))
      const entry = pick(
        [...entries.values()].filter((each) => each.things.every((thing) => isBack(holderOf(thing), each))),
        by,
      )
      if (!entry) return
      for (const thing of entry.things.toReversed().slice(0, and % 4 === 0 ? 1 : undefined)) {
        if (thing.trashId) onThing(thing, 'Restore', thing.trashId)
        thing.trashId = null
      }
      forget(({ trashId }) => trashId === null)
    }),
  ]

  /** What the team sees, or who is limited to one client. */
  const expected = (limit: Client | null) => {
    const seen = <Kind extends Thing['kind']>(kind: Kind) =>
      active(kind).filter((each) => limit === null || clientOf(each) === limit)
    /** Own names and those of what is around, as a search looks at them. */
    const namesOf = (thing: Thing): string[] => {
      const held = holderOf(thing)
      const visit = thing.kind === 'files' && thing.visit?.trashId === null ? [thing.visit.name] : []
      return [thing.name, ...visit, ...(held ? namesOf(held) : [])]
    }
    return {
      clients: seen('clients').map((client) => [client.id, client.name, within(client, 'sites').length]),
      sites: seen('sites').map((site) => {
        const held = (each: Visit | File) =>
          each.trashId === null && (each.kind === 'visits' ? each.site : siteOf(each)) === site
        const counts = [all('visits').filter(held).length, all('files').filter(held).length]
        return [site.id, site.name, site.client.name, ...counts]
      }),
      visits: seen('visits').map((visit) => {
        const count = all('files').filter((file) => file.visit === visit && file.trashId === null).length
        return [visit.id, visit.name, visit.site.name, visit.site.client.name, count]
      }),
      files: seen('files').map((file) => {
        const shown = file.visit?.trashId === null ? file.visit.name : null
        return [file.id, file.name, siteOf(file).name, clientOf(file).name, shown]
      }),
      found: things.flatMap(({ name }) =>
        kinds.flatMap((kind) =>
          seen(kind)
            .filter((each) => namesOf(each).includes(name))
            .map(({ id }) => [`${name} ${id}`]),
        ),
      ),
    }
  }
  const trash = (limit: Client | null) =>
    [...entries.values()]
      .filter((entry) => limit === null || entry.things.every((thing) => clientOf(thing) === limit))
      .map((entry) => {
        const contents = Object.fromEntries(
          kinds.flatMap((kind) => {
            const count = held(entry).filter((thing) => thing.kind === kind).length
            return count > 0 ? [[kind, count]] : []
          }),
        )
        const ids = held(entry)
          .map(({ id }) => id as string)
          .toSorted()
        return [entry.id, entry.resource, entry.isOne ? entry.things[0]?.id : null, contents, ids, [entry.id]]
      })
  return {
    steps,
    events,
    expected,
    trash,
    purged,
    clients: () => all('clients'),
    names: () => things.map(({ name }) => name),
  }
}
