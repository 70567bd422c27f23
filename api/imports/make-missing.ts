import { categoryIn } from '#api/domain/category-branches.ts'
import { type CategoryTree, categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import type { MissingRecord } from '#api/domain/missing-records.ts'
import { categoryIdDecider } from '#api/domain/reservation.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { handle, handleNew, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  categoryIdStream,
  categoryTreeStream,
  clientStream,
  siteStream,
  visitStream,
} from '#api/event-store/streams.ts'
import type { MadeKind } from '#schemas/events/import.ts'
import { CategoryId, ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { Run } from './apply-row.ts'
import { stepOf } from './ids.ts'
import { inLists, together } from './in-order.ts'

type Making = Pick<Run, 'id' | 'teamId' | 'context'>

/** Records that are made at once. */
const atOnce = 64

/** Makes a record; false if somebody has deleted it since the run made it, or what it lies in. */
type Make = (record: MissingRecord) => Promise<boolean>

const isActiveClient = async (ledger: Ledger, id: ClientId): Promise<boolean> =>
  (await load(ledger, clientDecider, clientStream(id))).status === 'active'

const makers = (ledger: Ledger, { teamId, context }: Making, today: CalendarDate): Record<string, Make> => ({
  clients: async ({ id, name }) => {
    const clientId = ClientId.parse(id)
    const { status } = await load(ledger, clientDecider, clientStream(clientId))
    if (status !== 'none') return status === 'active'
    const command = { type: 'ImportClient', clientId, teamId, name, fields: {} } as const
    await handleNew(ledger, clientDecider, clientStream(clientId), command, context)
    return true
  },
  sites: async ({ id, name, within, postcode, external_id }) => {
    const siteId = SiteId.parse(id)
    const { status } = await load(ledger, siteDecider, siteStream(siteId))
    if (status !== 'none') return status === 'active'
    const clientId = ClientId.parse(within)
    if (!(await isActiveClient(ledger, clientId))) return false
    const own = { siteId, teamId, clientId, name, postcode, fields: {} }
    const command = { type: 'ImportSite', ...own, ...(external_id === null ? {} : { external_id }) } as const
    await handleNew(ledger, siteDecider, siteStream(siteId), command, context)
    return true
  },
  visits: async ({ id, name, within, clientId, first, last }) => {
    const visitId = VisitId.parse(id)
    const { status } = await load(ledger, visitDecider, visitStream(visitId))
    if (status !== 'none') return status === 'active'
    const place = { siteId: SiteId.parse(within), clientId: ClientId.parse(clientId) }
    const site = await load(ledger, siteDecider, siteStream(place.siteId))
    if (site.status !== 'active' || !(await isActiveClient(ledger, place.clientId))) return false
    const days = { started_at: first ?? today, ended_at: last ?? today }
    const command = { type: 'AddVisit', visitId, teamId, ...place, name, ...days, fields: {} } as const
    await handleNew(ledger, visitDecider, visitStream(visitId), command, context)
    return true
  },
})

/** Makes all categories as one; returns the ids of those that somebody has deleted since the run made them. */
const makeCategories = async (
  ledger: Ledger,
  { id, teamId, context }: Making,
  records: readonly MissingRecord[],
): Promise<string[]> => {
  const stream = categoryTreeStream(teamId)
  const tree: CategoryTree = await load(ledger, categoryTreeDecider, stream)
  const gone = new Set(records.map((each) => CategoryId.parse(each.id)).filter((each) => tree.deleted.includes(each)))
  const isGone = (each: string | null) => each !== null && gone.has(CategoryId.parse(each))
  const missing = records.filter((each) => {
    if (isGone(each.within)) gone.add(CategoryId.parse(each.id))
    return !isGone(each.id) && !categoryIn(tree.roots, CategoryId.parse(each.id))
  })
  if (missing.length === 0) return [...gone]
  const categories = missing.map(({ id, name, within }) => {
    const parentId = within === null ? null : CategoryId.parse(within)
    return { categoryId: CategoryId.parse(id), parentId, name, expires_after_months: null, requirement: null }
  })
  await together(categories, ({ categoryId }) => {
    const claim = { type: 'ClaimCategoryId', categoryId, teamId } as const
    return handle(ledger, categoryIdDecider, categoryIdStream(categoryId), claim, context)
  })
  // The tree is one stream, and a later try of the run may add others.
  const commandId = stepOf(id, `categories ${context.causationId}`)
  const command = { type: 'AddCategories', teamId, categories } as const
  await handle(ledger, categoryTreeDecider, stream, command, { ...context, commandId })
  return [...gone]
}

/**
 * Makes what rows need and the team does not have; making it again changes nothing. Returns the ids of what somebody has
 * deleted since, or what it was to lie in. `until` ends the lists of records early; `made` is called after each.
 */
export const makeMissing = async (
  ledger: Ledger,
  run: Making,
  missing: Iterable<MissingRecord>,
  today: CalendarDate,
  until: <Item>(items: Iterable<Item>) => Iterable<Item>,
  made: (records: number) => Promise<unknown>,
): Promise<ReadonlySet<string>> => {
  const needed = Map.groupBy(
    [...missing].filter(({ isNeeded }) => isNeeded),
    ({ kind }): MadeKind => kind,
  )
  const gone = new Set<string>(await makeCategories(ledger, run, needed.get('categories') ?? []))
  const make = makers(ledger, run, today)
  for (const kind of ['clients', 'sites', 'visits']) {
    for (const records of until(inLists(needed.get(kind as MadeKind) ?? [], atOnce))) {
      await together(records, async (record) => {
        const isHere = !gone.has(record.within ?? '') && (await make[kind]?.(record))
        if (!isHere) gone.add(record.id)
      })
      await made(records.length)
    }
  }
  return gone
}
