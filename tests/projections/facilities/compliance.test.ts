import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Arrangement } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { sortName } from '#projections/engine/fold.ts'
import { applyEvent } from '#projections/engine/projection.ts'
import { setPlace } from '#projections/engine/read-db.ts'
import { complianceQueries } from '#projections/facilities/compliance.ts'
import { complianceRows } from '#projections/facilities/compliance-rows.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import type { CategoryId, ClientId, FileId, SiteId, TrashId } from '#schemas/ids.ts'
import { inTreeOrder, maxLevels } from '#schemas/records/category-tree.ts'
import type { CellState } from '#schemas/records/cell-states.ts'
import type { Requirement } from '#schemas/records/requirement.ts'
import type { ComplianceQuery, ComplianceRow } from '#schemas/resources/compliance.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays, toIsoDate } from '#schemas/time/dates.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import {
  newCategoryId,
  newClientId,
  newCommandId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
} from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const teamId = newTeamId()
const day = CalendarDate.parse('2026-03-01')

type Trashed = { trashId: TrashId | null }
type Client = Trashed & { id: ClientId; name: string }
type Site = Trashed & {
  id: SiteId
  name: string
  postcode: string | null
  client: Client
  exempt: Map<CategoryId, CalendarDate | null>
}
type Category = Trashed & { id: CategoryId; parent: Category | null; requirement: Requirement | null }
type File = Trashed & { id: FileId; site: Site; expires: CalendarDate | null; categories: Category[] }

/** A log in memory with a model beside it. Each step takes three numbers to choose by. */
const world = () => {
  const record = memoryLog()
  const events: RecordedEvent[] = []
  const streams = new Map<string, LedgerEvent[]>()
  const clients: Client[] = []
  const sites: Site[] = []
  const categories: Category[] = []
  const files: File[] = []

  const order = <State, Command, Event extends LedgerEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
  ) => {
    const history = (streams.get(stream) ?? []) as Event[]
    const decided = decider.decide(history.reduce(decider.evolve, decider.initialState), command)
    streams.set(stream, [...history, ...decided])
    const commandId = newCommandId()
    events.push(...decided.map(({ type, data }) => record(stream, type, data, { commandId })))
  }

  const pick = <Item>(items: readonly Item[], by: number): Item | undefined => items[by % Math.max(items.length, 1)]
  const is = ({ trashId }: Trashed) => trashId === null
  const isActive = (site: Site) => is(site) && is(site.client)
  const shown = () => files.filter((file) => is(file) && isActive(file.site))
  const isBelow = (category: Category | null, above: Category): boolean =>
    category !== null && (category === above || isBelow(category.parent, above))
  const level = (each: Category | null): number => (each ? 1 + level(each.parent) : 0)
  const tree = (command: Parameters<typeof categoryTreeDecider.decide>[1]) =>
    order(categoryTreeDecider, 'tree', command)

  const steps: ((by: number, and: number, or: number) => void)[] = [
    () => {
      const client = { id: newClientId(), name: 'Acme', trashId: null }
      order(clientDecider, client.id, {
        type: 'AddClient',
        clientId: client.id,
        teamId,
        ...detailsOf.client({ name: client.name }),
      })
      clients.push(client)
    },
    (by) => {
      const client = pick(clients.filter(is), by)
      if (!client) return
      const named = { name: 'North', postcode: null }
      const site: Site = { id: newSiteId(), ...named, client, trashId: null, exempt: new Map() }
      const about = { siteId: site.id, teamId, clientId: client.id, ...detailsOf.site(named) }
      order(siteDecider, site.id, { type: 'AddSite', ...about })
      sites.push(site)
    },
    (by) => {
      const parent = pick([null, ...categories.filter(is)], by) ?? null
      if (level(parent) >= maxLevels) return
      const category: Category = { id: newCategoryId(), parent, requirement: null, trashId: null }
      tree({
        type: 'AddCategory',
        teamId,
        categoryId: category.id,
        parentId: parent?.id ?? null,
        name: `c${categories.length}`,
        expires_after_months: null,
      })
      categories.push(category)
    },
    ...Array.from({ length: 3 }, () => (by: number, and: number, or: number) => {
      const site = pick(sites.filter(isActive), by)
      if (!site) return
      const living = categories.filter(is)
      const chosen = [...new Set([pick(living, and), pick(living, or)])].flatMap((each) => each ?? [])
      const expires = or % 4 === 0 ? null : plusDays(day, (and % 120) - 40)
      const file: File = { id: newFileId(), site, expires, categories: chosen, trashId: null }
      const upload = {
        fileId: file.id,
        teamId,
        siteId: site.id,
        clientId: site.client.id,
        visitId: null,
        categoryIds: chosen.map(({ id }) => id),
        ...detailsOf.file({ name: 'Plan', completed_at: day, expires_at: expires }),
        localFileName: 'plan.pdf',
        type: 'application/pdf',
        mimeType: 'application/pdf',
        content: { hash: hashOf('a'), size: 1 },
        uploadedBy: newUserId(),
      } as const
      order(fileDecider, file.id, { type: 'UploadFile', file: upload })
      files.push(file)
    }),
    // A file gets another date, another site, and other categories, none of them, or those that it has.
    (by, and, or) => {
      const file = pick(shown(), by)
      const site = pick(sites.filter(isActive), or)
      if (!file || !site) return
      const category = pick(categories.filter(is), and)
      const movedFrom = { siteId: file.site.id, clientId: file.site.client.id }
      const ancestry = { siteId: site.id, clientId: site.client.id }
      const place = site === file.site ? { ancestry } : { ancestry, movedFrom }
      const expires = or % 3 === 0 ? null : plusDays(day, (and % 120) - 40)
      const change = { fileId: file.id, teamId, bulkId: null, visitId: null, expires_at: expires }
      const chosen = [file.categories, [], ...(category ? [[category]] : [])][by % 3] ?? []
      const categoryIds = chosen === file.categories ? {} : { categoryIds: chosen.map(({ id }) => id) }
      order(fileDecider, file.id, { type: 'ChangeFile', ...change, ...place, ...categoryIds })
      Object.assign(file, { site, expires, categories: chosen })
    },
    // A category and what is below it moves below another.
    (by, and) => {
      const moved = pick(categories.filter(is), by)
      const above = pick([null, ...categories.filter(is)], and) ?? null
      if (!moved || isBelow(above, moved)) return
      const childrenOf = (parent: Category | null): Arrangement[] =>
        categories
          .filter((each) => is(each) && (each === moved ? above : each.parent) === parent)
          .map((each) => ({ id: each.id, children: childrenOf(each) }))
      const wanted = childrenOf(null)
      if (inTreeOrder(wanted).some(({ level }) => level > maxLevels)) return
      moved.parent = above
      tree({ type: 'ArrangeCategories', teamId, wanted })
    },
    (by, and) => {
      const site = pick(sites.filter(isActive), by)
      const client = pick(clients.filter(is), and)
      if (!site || !client) return
      site.client = client
      order(siteDecider, site.id, { type: 'UpdateSite', siteId: site.id, teamId, clientId: client.id })
    },
    // A site or its client gets another name, and so another place in the table, or the same in other letters.
    (by, and, or) => {
      const site = pick(sites.filter(isActive), by)
      if (!site) return
      const { client } = site
      const name = `${or % 3 === 0 ? 'Name' : 'NAME'} ${and % 9}`
      const postcode = or % 4 === 0 ? `AB${and}` : site.postcode
      const to = { siteId: site.id, teamId, clientId: client.id, name, postcode }
      if (or % 2 === 0) order(siteDecider, site.id, { type: 'UpdateSite', ...to })
      else order(clientDecider, client.id, { type: 'ChangeClient', clientId: client.id, teamId, name })
      if (or % 2 === 0) Object.assign(site, { name, postcode })
      else client.name = name
    },
    // Something goes to the trash, or comes back.
    (by, and) => {
      const kind = and % 4
      const trashId = newTrashId()
      const client = pick(clients, by)
      const site = pick(sites, by)
      const file = pick(files, by)
      const category = pick(categories.filter(is), by)
      if (kind === 0 && client) {
        const to = { clientId: client.id, teamId, trashId: client.trashId ?? trashId }
        order(clientDecider, client.id, { type: is(client) ? 'DeleteClient' : 'RestoreClient', ...to })
        client.trashId = is(client) ? trashId : null
      }
      if (kind === 1 && site && is(site.client)) {
        const to = { siteId: site.id, teamId, trashId: site.trashId ?? trashId }
        order(siteDecider, site.id, { type: is(site) ? 'DeleteSite' : 'RestoreSite', ...to })
        site.trashId = is(site) ? trashId : null
      }
      if (kind === 2 && file && isActive(file.site)) {
        const to = { fileId: file.id, teamId, trashId: file.trashId ?? trashId }
        order(fileDecider, file.id, { type: is(file) ? 'DeleteFile' : 'RestoreFile', ...to })
        file.trashId = is(file) ? trashId : null
      }
      if (kind === 3 && category) {
        tree({ type: 'DeleteCategory', teamId, categoryId: category.id, trashId })
        for (const each of categories.filter((one) => is(one) && isBelow(one, category))) each.trashId = trashId
      }
    },
    (by) => {
      const gone = pick(
        categories.filter(({ trashId, parent }) => trashId !== null && parent?.trashId !== trashId),
        by,
      )
      if (!gone?.trashId) return
      const { trashId } = gone
      tree({ type: 'RestoreCategory', teamId, trashId })
      const branch = categories.filter((each) => each.trashId === trashId)
      // Below a parent that is gone, or lies too deep by now, it comes back to the top level.
      const deepest = Math.max(...branch.map(level))
      if (gone.parent && (!is(gone.parent) || deepest > maxLevels)) gone.parent = null
      for (const each of branch) each.trashId = null
    },
    ...Array.from({ length: 2 }, () => (by: number, and: number, or: number) => {
      const category = pick(categories.filter(is), by)
      const client = pick(clients, and)
      const site = pick(sites, and)
      if (!category) return
      const some: (Requirement | null)[] = [
        { of: 'all' },
        client ? { of: 'clients', client_ids: [client.id] } : null,
        site ? { of: 'sites', site_ids: [site.id] } : null,
        null,
      ]
      category.requirement = some[or % 4] ?? null
      tree({ type: 'RequireCategory', teamId, categoryId: category.id, requirement: category.requirement })
    }),
    (by, and, or) => {
      const site = pick(sites.filter(isActive), by)
      const living = categories.filter(is)
      const exempt = living.filter(({ id }) => or % 3 === 0 && site?.exempt.has(id))
      const category = pick(exempt.length > 0 ? exempt : living, and)
      if (!site || !category) return
      const named = { siteId: site.id, teamId, categoryId: category.id }
      if (or % 3 === 0) {
        order(siteDecider, site.id, { type: 'EndSiteExemption', ...named })
        site.exempt.delete(category.id)
        return
      }
      const until = or % 3 === 1 ? null : plusDays(day, (and % 60) - 10)
      order(siteDecider, site.id, { type: 'ExemptSite', ...named, reason: 'No water.', until })
      site.exempt.set(category.id, until)
    },
  ]

  /** A cell on a day, as it is told below; undefined where the category is not required of the site. */
  const cellOf = (site: Site, category: Category, today: CalendarDate): string | undefined => {
    const { requirement } = category
    const named: readonly string[] = requirement?.of === 'clients' ? requirement.client_ids : []
    const own: readonly string[] = requirement?.of === 'sites' ? requirement.site_ids : []
    if (requirement?.of !== 'all' && !named.includes(site.client.id) && !own.includes(site.id)) return undefined
    const living = shown().filter(
      (file) => file.site === site && file.categories.some((one) => is(one) && isBelow(one, category)),
    )
    const latest = living.map(({ expires }) => expires ?? 'never').toSorted()
    const last = latest.at(-1) ?? 'none'
    const ofFiles = last < today ? 'expired' : last <= plusDays(today, 30) ? 'expiring' : 'valid'
    const until = site.exempt.get(category.id)
    const isExempt = until !== undefined && (until === null || until >= today)
    const state: CellState = isExempt ? 'exempt' : living.length === 0 ? 'missing' : ofFiles
    return told(category.id, state, living.length, last, isExempt ? until : undefined)
  }
  const expected = (scope: Scope, today: CalendarDate) =>
    sites
      .filter(isActive)
      .filter(({ id, client }) => (scope.clientId ?? client.id) === client.id && (scope.siteIds?.includes(id) ?? true))
      .map((site) => {
        const cells = categories.filter(is).flatMap((category) => {
          return cellOf(site, category, today) ?? []
        })
        return [site.id, ...cells.toSorted()]
      })
  /** The sites by client and name, as they are read on a page. */
  const inOrder = () => {
    const keyOf = ({ id, name, client }: Site) => [client.name, name].map(sortName).concat(id).join('\0')
    return sites
      .filter(isActive)
      .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
      .map(({ id, name, postcode, client }) => ({
        site: { id, name, postcode },
        client: { id: client.id, name: client.name },
      }))
  }
  return { inOrder, steps, events, expected, clients, sites }
}

const toDay = (shown: string | null | undefined) => shown && toIsoDate(shown)

/** What is told of a cell: its state, how many files it has, when the best of them expires, and until when it is exempt. */
const told = (id: string, state: CellState, files: number, last: string, until: string | null | undefined): string =>
  [id, state, files, last, until === undefined ? '' : `exempt until ${until}`].join(' ')

const whole: ComplianceQuery = { sort: 'worst', limit: 1000 }

/** The rows of a table as the model tells them. */
const toldBy = (rows: readonly ComplianceRow[]) =>
  rows.map(({ site, cells }) => [
    site.id,
    ...cells
      .map(({ category_id, state, files, file, expires_at, exemption }) =>
        told(category_id, state, files, toDay(expires_at) ?? (file ? 'never' : 'none'), toDay(exemption?.until)),
      )
      .toSorted(),
  ])

test('the table of what is required agrees with a simple model after random changes and days (D-122)', () => {
  const walks = fc.array(fc.tuple(fc.nat(14), fc.nat(1000), fc.nat(1000), fc.nat(1000)), {
    minLength: 40,
    maxLength: 120,
    size: 'max',
  })
  fc.assert(
    fc.property(walks, fc.nat(80), fc.integer({ min: 1, max: 12 }), (walk, later, every) => {
      const { steps, events, expected, inOrder, clients, sites } = world()
      const db = projected(facilities, [])
      const today = plusDays(day, later - 20)
      const ofTeam = { teamId, clientId: null, siteIds: null }
      const kept = complianceQueries(db)
      // Who keeps a table meanwhile sees each change at its next look.
      const look = () => {
        for (const event of events.splice(0)) {
          applyEvent(facilities, db, event)
          setPlace(db, event)
        }
        const { rows } = complianceRows(db, kept.compliance(ofTeam, today, { ...whole, sort: 'client' }))
        expect(rows.map(({ site, client }) => ({ site, client }))).toEqual(inOrder())
        expect(toldBy(rows).toSorted()).toEqual(expected(ofTeam, today).toSorted())
        expect(kept.complianceCounts(ofTeam, today, { by: 'client' })).toEqual(
          complianceQueries(db).complianceCounts(ofTeam, today, { by: 'client' }),
        )
      }
      for (let step = 0; step < 4; step += 1) steps[step]?.(0, 0, 0)
      for (const [at, [step, by, and, or]] of walk.entries()) {
        steps[step]?.(by, and, or)
        if (at % every === 0) look()
      }
      look()
      const clientId = clients[0]?.id ?? null
      for (const scope of [
        ofTeam,
        { ...ofTeam, clientId },
        { ...ofTeam, clientId, siteIds: sites.slice(0, 2).map(({ id }) => id) },
      ]) {
        const { compliance, complianceCounts, missing } = complianceQueries(db)
        const { rows, total } = complianceRows(db, compliance(scope, today, whole))
        const told = toldBy(rows)
        expect(told.toSorted()).toEqual(expected(scope, today).toSorted())
        expect(total).toBe(rows.length)
        // One site alone is read in another way than all of them.
        for (const { id } of sites) {
          const own = complianceRows(db, compliance(scope, today, { ...whole, site: id })).rows
          expect(own).toEqual(rows.filter(({ site }) => site.id === id))
        }
        const lacking = told.flatMap(([id, ...cells]) =>
          cells.filter((cell) => cell.includes(' missing')).map((cell) => `${id} ${cell.split(' ')[0]}`),
        )
        const found = missing(scope, today, 9999)
        expect(found.map(({ siteId, categoryId }) => `${siteId} ${categoryId}`).toSorted()).toEqual(lacking.toSorted())
        expect(missing(scope, today, 2)).toEqual(found.slice(0, 2))
        const { counts, by } = complianceCounts(scope, today, { by: 'category' })
        const states = told.flatMap(([, ...cells]) => cells.map((cell) => cell.split(' ')[1]))
        for (const state of ['missing', 'expired', 'expiring', 'valid', 'exempt'] as const) {
          expect(counts[state]).toBe(states.filter((each) => each === state).length)
          expect(by?.reduce((sum, each) => sum + each.counts[state], 0)).toBe(counts[state])
        }
      }
      db.close()
    }),
    { numRuns: 40 },
  )
})
