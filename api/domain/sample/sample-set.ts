import { CategoryId, ClientId, DocumentId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Requirement } from '#schemas/records/requirement.ts'
import type { SampleContent } from '#schemas/records/sample-content.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { longDate, plusDays, plusMonths } from '#schemas/time/dates.ts'
import { sampleFields } from './own-fields.ts'
import { categories, certificates, clients, documents, photos, reports } from './words.ts'

/** The records of the sample data; `content` is drawn when the file is stored. */
export type SampleSet = {
  categories: {
    categoryId: CategoryId
    parentId: CategoryId | null
    name: string
    expires_after_months: number | null
    requirement: Requirement | null
  }[]
  fields: ReturnType<typeof sampleFields>['fields']
  clients: { clientId: ClientId; name: string; fields: Record<string, string> }[]
  sites: {
    siteId: SiteId
    clientId: ClientId
    name: string
    postcode: string
    fields: Record<string, string>
    /** Why it need not have what is required of it. */
    exemption: { categoryId: CategoryId; reason: string; until: CalendarDate | null } | null
  }[]
  visits: {
    visitId: VisitId
    siteId: SiteId
    clientId: ClientId
    name: string
    started_at: CalendarDate
    ended_at: CalendarDate
  }[]
  files: {
    fileId: FileId
    siteId: SiteId
    clientId: ClientId
    visitId: VisitId | null
    categoryIds: CategoryId[]
    name: string
    completed_at: CalendarDate
    expires_at: CalendarDate | null
    content: SampleContent
  }[]
  documents: {
    documentId: DocumentId
    name: string
    completed_at: CalendarDate
    expires_at: CalendarDate | null
    content: SampleContent
  }[]
}

/** The number of records of each kind in every set, besides its own fields. */
export const sampleCounts = { categories: 15, clients: 12, sites: 60, visits: 90, files: 150, documents: 6 } as const

/** All steps of adding a set; its categories are one, and so are its own fields. */
export const sampleSteps =
  2 + sampleCounts.clients + sampleCounts.sites + sampleCounts.visits + sampleCounts.files + sampleCounts.documents

/** Days since the yearly visits to sites: with certificates of a year, some have expired and some are due. */
const yearly = [3, 371, 340, 92, 310, 150, 359, 21, 402, 220, 333, 64] as const

/** Hues of what is photographed: bricks, slate, paint. */
const tones = [28, 205, 150, 40, 218, 12] as const

const at = <Item>(list: readonly Item[], index: number): Item => {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('The list is empty')
  return item
}

const said = (day: CalendarDate): string => longDate(`${day}T00:00:00Z`, 'UTC')

/** The yearly certificates that are required of the sites that have one, and of each fifteenth other site. */
const requiredOfSome: readonly string[] = ['gas-safety', 'lighting', 'legionella']
const others = 15

/** The place of a site of which one of them is required that has none. */
const exempt = 17

type Site = SampleSet['sites'][number] & { client: string }

/**
 * The records of a made-up firm as of a day, the same for the same day and ids. `idOf` returns a record's id for its key.
 */
export const sampleSet = (day: CalendarDate, idOf: (key: string) => string): SampleSet => {
  const categoryOf = (key: string): CategoryId => CategoryId.parse(idOf(`category/${key}`))
  const { fields, valuesOf } = sampleFields(day, idOf)
  const sites: Site[] = clients.flatMap(({ name: client, area, sites: names }, c) =>
    names.map((name, s) => ({
      siteId: SiteId.parse(idOf(`site/${c}.${s}`)),
      clientId: ClientId.parse(idOf(`client/${c}`)),
      client,
      name,
      fields: valuesOf('sites', c * 5 + s, name),
      exemption: null,
      postcode: `${area}${c + 1} ${s + 1}A${at(['B', 'D', 'E', 'F', 'G'], c + s)}`,
    })),
  )
  const visitOn = (key: string, { siteId, clientId }: Site, name: string, started: CalendarDate, days: number) => ({
    visitId: VisitId.parse(idOf(`visit/${key}`)),
    siteId,
    clientId,
    name,
    started_at: started,
    ended_at: plusDays(started, days),
  })
  const paper = (
    { name, client }: Site,
    title: string,
    done: CalendarDate,
    text: readonly string[],
  ): SampleContent => ({
    kind: 'paper',
    title,
    about: [
      ['Client', client],
      ['Site', name],
      ['Date', said(done)],
    ],
    text,
  })
  const photo = (site: Site, n: number, key: string) => {
    const { name, scene, category } = at(photos, n)
    const content = { kind: 'photo', scene, tone: at(tones, n), caption: `${site.name}, ${name}` } as const
    return { ...fileOf(key, site), name, categoryIds: [categoryOf(category)], content }
  }
  const fileOf = (key: string, { siteId, clientId }: Site) => ({
    fileId: FileId.parse(idOf(`file/${key}`)),
    siteId,
    clientId,
    visitId: null,
    expires_at: null,
  })

  const yearlyVisits = sites.map((site, n) =>
    visitOn(`yearly/${n}`, site, at(certificates, n).visit, plusDays(day, -at(yearly, n)), n % 2),
  )
  const rounds = sites
    .filter((_, n) => n % 2 === 0)
    .map((site, n) => visitOn(`round/${n}`, site, 'Walk round', plusDays(day, 5 - n * 4), 0))

  const ofVisits = sites.map((site, n) => {
    const { title, category, text } = at(certificates, n)
    const { visitId, ended_at: completed_at } = at(yearlyVisits, n)
    const expires_at = plusMonths(completed_at, 12)
    const categoryIds = [categoryOf(category)]
    const content = paper(site, title, completed_at, [...text, `Next due by ${said(expires_at)}.`])
    return { ...fileOf(`certificate/${n}`, site), visitId, name: title, categoryIds, completed_at, expires_at, content }
  })
  const ofSites = sites.map((site, n) => {
    const completed_at = plusDays(day, -1 - ((n * 11) % 200))
    if (n % 3 === 2) return { ...photo(site, n, `report/${n}`), completed_at }
    const { title, category, text } = at(reports, n)
    // Some are left for the reader to label.
    const categoryIds = n % 10 === 0 ? [] : [categoryOf(category)]
    const content = paper(site, title, completed_at, text)
    return { ...fileOf(`report/${n}`, site), name: title, categoryIds, completed_at, content }
  })
  const ofRounds = rounds.map(({ visitId, started_at }, n) => {
    const completed_at = started_at > day ? day : started_at
    return { ...photo(at(sites, n * 2), n + 1, `round/${n}`), visitId, completed_at }
  })

  const withoutWater = { categoryId: categoryOf('legionella'), reason: 'No water on site', until: null }

  const requirementOf = (key: string): Requirement | null => {
    // Whether an alarm was serviced or an extinguisher: a file of either answers it.
    if (key === 'fire') return { of: 'all' }
    const turn = requiredOfSome.indexOf(key)
    const isNamed = (n: number) => at(certificates, n).category === key || n % others === turn
    return turn < 0 ? null : { of: 'sites', site_ids: sites.flatMap(({ siteId }, n) => (isNamed(n) ? [siteId] : [])) }
  }

  const ofFirm = documents.map(({ title, kind, made, months, text }, n) => {
    const completed_at = plusDays(day, -made)
    const expires_at = months === null ? null : plusMonths(completed_at, months)
    const about = [
      ['Kind', kind],
      ['For', 'The whole firm'],
      ['Date', said(completed_at)],
    ] as const
    const until = expires_at ? [`Valid until ${said(expires_at)}.`] : []
    const content = { kind: 'paper', title, about, text: [...text, ...until] } as const
    return { documentId: DocumentId.parse(idOf(`document/${n}`)), name: title, completed_at, expires_at, content }
  })

  return {
    categories: categories.flatMap(({ key, name, below }) => [
      {
        categoryId: categoryOf(key),
        parentId: null,
        name,
        expires_after_months: null,
        requirement: requirementOf(key),
      },
      ...below.map((each) => ({
        categoryId: categoryOf(each.key),
        parentId: categoryOf(key),
        name: each.name,
        expires_after_months: 'months' in each ? each.months : null,
        requirement: requirementOf(each.key),
      })),
    ]),
    fields,
    clients: clients.map(({ name }, c) => {
      return { clientId: ClientId.parse(idOf(`client/${c}`)), name, fields: valuesOf('clients', c, name) }
    }),
    sites: sites.map(({ client: _, ...site }, n) => (n === exempt ? { ...site, exemption: withoutWater } : site)),
    visits: [...yearlyVisits, ...rounds],
    files: [...ofVisits, ...ofSites, ...ofRounds],
    documents: ofFirm,
  }
}
