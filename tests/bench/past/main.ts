import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { openBuilder } from '#projections/engine/builder.ts'
import type { Projection } from '#projections/engine/projection.ts'
import { openForReading, type ReadDb } from '#projections/engine/read-db.ts'
import { arrangedQueries } from '#projections/facilities/arranged.ts'
import { facilities, facilityQueries, recordQueries } from '#projections/facilities/facilities.ts'
import { history } from '#projections/history/history.ts'
import { nameQueries } from '#projections/past/names.ts'
import { past } from '#projections/past/past.ts'
import { standingIn } from '#projections/past/queries.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import type { ClientId, FileId, SiteId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { categoryWorld } from '#tests/support/category-world.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import {
  newCategoryId,
  newClientId,
  newCommandId,
  newFieldId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
  newVisitId,
} from '#tests/support/new-ids.ts'
import { randomFrom } from '#tests/support/random.ts'

// FILES=20000 node tests/bench/past/main.ts: what it costs to keep all states of the records of one team, and how fast
// lists and cards of a moment in the middle are, beside those of today in the same run. SITES=20000 VALUES=10 FILES=0 ROUNDS=0
// is an import of sites with own values. A quarter of the events of files are adds, changes, moves and deletions each. At the
// end, what it costs to tell what differs since the middle.
const files = Number(process.env.FILES ?? 20_000)
const siteCount = Number(process.env.SITES ?? files / 50)
const values = Number(process.env.VALUES ?? 0)
const builds = Number(process.env.BUILDS ?? 3)
const rounds = Number(process.env.ROUNDS ?? 300)
const random = randomFrom(1)
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
const teamId = newTeamId()
const userId = newUserId()
const record = memoryLog()
const events: RecordedEvent[] = []
const begun = Date.parse('2026-04-01T00:00:00Z')

/** What a command of a record decides, a second after the last one. */
const ordering = <State, Command, Event extends LedgerEvent>(decider: Decider<State, Command, Event>) => {
  const states = new Map<string, State>()
  return (id: string, command: Command) => {
    const state = states.get(id) ?? decider.initialState
    const decided = decider.decide(state, command)
    states.set(id, decided.reduce(decider.evolve, state))
    const at = new Date(begun + events.length * 1000).toISOString()
    events.push(...decided.map(({ type, data }) => record(id, type, data, { commandId: newCommandId(), at })))
  }
}
const onClient = ordering(clientDecider)
const onSite = ordering(siteDecider)
const onVisit = ordering(visitDecider)
const onFile = ordering(fileDecider)

const clients = Array.from({ length: Math.ceil(siteCount / 10) }, () => newClientId())
const sites = Array.from({ length: siteCount }, () => ({ id: newSiteId(), clientId: pick(clients) }))
const visits = Array.from({ length: Math.ceil(files / 10) }, () => ({ id: newVisitId(), site: pick(sites) }))
const day = CalendarDate.parse('2026-03-01')
const uploaded: { id: FileId; ancestry: { siteId: SiteId; clientId: ClientId } }[] = []
let names = 0
const name = () => {
  names += 1
  return `Record ${names}`
}

const fields = Array.from({ length: values }, () => newFieldId())
for (const fieldId of fields) {
  const about = { of: 'sites', kind: 'text', required: false, listed: false } as const
  const field = { fieldId, teamId, name: name(), ...about, options: [], help: null }
  events.push(record(fieldId, 'FieldAdded', field))
}
const categories = Array.from({ length: 12 }, () => newCategoryId())
const { added } = categoryWorld(record, teamId)
events.push(...categories.map((id) => added(name(), id)))
for (const id of clients)
  onClient(id, { type: 'AddClient', clientId: id, teamId, ...detailsOf.client({ name: name() }) })
for (const { id, clientId } of sites)
  onSite(id, {
    type: 'AddSite',
    siteId: id,
    teamId,
    clientId,
    ...detailsOf.site({ name: name(), fields: Object.fromEntries(fields.map((field) => [field, name()])) }),
  })
for (const { id, site } of visits) {
  const details = detailsOf.visit({ name: name(), started_at: day, ended_at: day })
  onVisit(id, { type: 'AddVisit', visitId: id, teamId, siteId: site.id, clientId: site.clientId, ...details })
}
const upload = () => {
  const id = newFileId()
  const visit = random() < 0.5 ? pick(visits) : undefined
  const site = visit?.site ?? pick(sites)
  const type = 'application/pdf'
  const about = {
    ...detailsOf.file({ name: name(), completed_at: day }),
    localFileName: 'a.pdf',
    type,
    mimeType: type,
  } as const
  const ancestry = {
    siteId: site.id,
    clientId: site.clientId,
    visitId: visit?.id ?? null,
    categoryIds: random() < 0.5 ? [pick(categories)] : [],
  }
  const stored = { content: { hash: hashOf('a'), size: 1 }, uploadedBy: userId }
  onFile(id, { type: 'UploadFile', file: { fileId: id, teamId, ...ancestry, ...about, ...stored } })
  uploaded.push({ id, ancestry: { siteId: site.id, clientId: site.clientId } })
}
for (let file = 0; file < files; file += 1) {
  upload()
  const at = Math.floor(random() * uploaded.length)
  const { id, ancestry } = uploaded[at] as (typeof uploaded)[number]
  const named = { fileId: id, teamId }
  const changed = { ...named, type: 'ChangeFile', bulkId: null, ancestry } as const
  const trashId = newTrashId()
  if (random() < 0.6) onFile(id, { ...changed, name: name() })
  if (random() < 0.4) onFile(id, { ...changed, categoryIds: [pick(categories)] })
  const { id: visitId, site } = pick(visits)
  onFile(id, { ...changed, ancestry: { siteId: site.id, clientId: site.clientId }, visitId, movedFrom: ancestry })
  if (random() < 0.5) {
    const isPurged = random() < 0.2
    onFile(id, { ...named, type: 'DeleteFile', trashId })
    onFile(id, { ...named, type: isPurged ? 'PurgeFile' : 'RestoreFile', trashId })
    if (isPurged) uploaded.splice(at, 1)
  }
  if (random() < 0.005) {
    const { id: siteId } = pick(sites)
    onSite(siteId, { type: 'UpdateSite', siteId, teamId, name: name(), postcode: null, clientId: pick(clients) })
  }
}

const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'past-bench-'))
const built = (projection: Projection) => {
  const before = process.cpuUsage()
  const builder = openBuilder(folder, projection)
  for (const event of events) builder.advance(event, event)
  builder.finish()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / events.length
}

const most = Number.MAX_SAFE_INTEGER
const costs = { facilities: most, past: most }
for (let round = 0; round < builds; round += 1) {
  for (const projection of [facilities, past]) {
    rmSync(join(folder, `${projection.name}.sqlite`), { force: true })
    costs[projection.name as keyof typeof costs] = Math.min(
      costs[projection.name as keyof typeof costs],
      built(projection),
    )
  }
}
const bytesOf = (projection: Projection) => statSync(join(folder, `${projection.name}.sqlite`)).size / events.length
const say = (what: string, today: number, then: number, unit: string) =>
  process.stdout.write(
    `${what.padEnd(28)}${today.toFixed(unit === 'ms' ? 3 : 0).padStart(10)}${then.toFixed(unit === 'ms' ? 3 : 0).padStart(10)} ${unit.padEnd(16)}${(then / today).toFixed(2)}\n`,
  )
process.stdout.write(`${events.length} events, ${files} files\n${' '.repeat(28)}     today      then\n`)
say('building', costs.facilities, costs.past, 'us an event')
say('file', bytesOf(facilities), bytesOf(past), 'bytes an event')

const middle = events[Math.floor(events.length / 2)] as RecordedEvent
const moment = { position: middle.position, at: new Date(middle.metadata.at) }
const scope = { teamId, clientId: null, siteIds: null }
/** What looks at every row of the team, in the threads of slow queries. */
const slow = ['files by name', 'files of a category', 'uncategorised files', 'files of a month']
const asked = (db: ReadDb) => {
  const arranged = arrangedQueries(db)
  const records = recordQueries(db)
  const { overview } = facilityQueries(db)
  const page = { limit: 50 }
  const site = sites[7] as (typeof sites)[number]
  return {
    'files, a page': () => records.files.list(scope, page),
    'files of a site': () => records.files.list(scope, page, { siteId: site.id }),
    'visits, a page': () => records.visits.list(scope, page),
    'sites, a page': () => records.sites.list(scope, page),
    'clients, a page': () => records.clients.list(scope, page),
    'one file': () => records.files.one(scope, uploaded[3]?.id as never),
    'one site': () => records.sites.one(scope, site.id),
    'files by name': () => arranged.page('files', scope, {}, { ...page, sort: 'name' }),
    'files of a category': () => arranged.page('files', scope, {}, { ...page, category: categories[0] }),
    'files of a month': () => overview.files(scope, { from: day, to: day }),
    'uncategorised files': () => overview.uncategorisedFiles(scope),
  }
}
const today = asked(openForReading(folder, facilities))
const standing = standingIn(openForReading(folder, past), () => moment)
const then = asked(standing)
const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
for (const name of Object.keys(today) as (keyof typeof today)[]) {
  const times: [number[], number[]] = [[], []]
  const each = slow.includes(name) ? Math.ceil(rounds / 10) : rounds
  for (let round = 0; round < each; round += 1) {
    for (const [side, query] of [today[name], then[name]].entries()) {
      const started = performance.now()
      query()
      times[side as 0 | 1].push(performance.now() - started)
    }
  }
  say(name, median(times[0]), median(times[1]), 'ms')
}
const searched = performance.now()
const found = nameQueries(standing).find(scope, 'files', 'record 77', { limit: 50 })
process.stdout.write(`files searched: ${found?.total} in ${(performance.now() - searched).toFixed(0)} ms\n`)
built(history)
const differences = ['tests/bench/past/differences.ts', folder, teamId, middle.position, events.at(-1)?.position ?? '']
execFileSync(process.execPath, differences, { stdio: 'inherit' })
rmSync(folder, { recursive: true })
