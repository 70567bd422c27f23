import { sortName } from '#projections/engine/fold.ts'
import { fieldLabel } from '#schemas/records/history-words.ts'
import { comparedResources, type Difference } from '#schemas/resources/differences.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { typeName } from '#schemas/text/type-name.ts'
import type { Reply } from './caller.ts'

type Row = Record<string, unknown> & { id: string; name: string; children?: Row[] }
type Caller = { request: (method: string, path: string) => Promise<Reply<unknown>> }
/** Of each label what is compared, and how it is shown. */
type Values = Record<string, readonly [compared: unknown, shown: string | null]>

const lists = ['clients', 'sites', 'visits', 'files', 'documents', 'categories', 'shares', 'fields'] as const
type Kept = { position: string | null; known: readonly string[] } & Record<(typeof lists)[number], readonly Row[]>

const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])

/** What all lists of a team answer now; `known` are the ids of its own fields, with removed ones. */
export const keepAnswers = async (caller: Caller, known: readonly string[]): Promise<Kept> => {
  const answered = await Promise.all(lists.map((list) => caller.request('GET', `/api/${list}`)))
  const position = answered[0]?.headers.get('x-position') ?? null
  const rows = lists.map((list, at) => [list, flat(answered[at]?.body as Row[])] as const)
  return { position, known: [...known], ...(Object.fromEntries(rows) as Record<(typeof lists)[number], Row[]>) }
}

const named = (id: unknown, name: unknown) => [id ?? null, (id ?? null) === null ? null : String(name)] as const
const plain = (value: unknown) => named(value, value)
const content = (row: Row): Values => ({
  'Completion date': plain(row.completed_at),
  'Expiry date': plain(row.expires_at),
  Size: [row.size, humanReadableSize(row.size as number)],
})

const valuesOf: Record<Exclude<(typeof lists)[number], 'fields'>, (row: Row, kept: Kept) => Values> = {
  clients: (row) => ({ 'External ID': plain(row.external_id) }),
  sites: (row) => ({
    Postcode: plain(row.postcode),
    'External ID': plain(row.external_id),
    Client: named(row.client_id, row.client_name),
  }),
  visits: (row) => ({
    'Start date': plain(row.started_at),
    'End date': plain(row.ended_at),
    Site: named(row.site_id, row.site_name),
  }),
  files: (row) => {
    const categories = (row.categories as Row[]).toSorted((one, other) => (one.id < other.id ? -1 : 1))
    return {
      ...content(row),
      Categories: [categories.map(({ id }) => id).join(), categories.map(({ name }) => name).join(', ') || null],
      Visit: named(row.visit_id, row.visit_name),
      Site: named(row.site_id, (row.site as Row).name),
      Version: plain(row.version),
      'File name': plain(row.local_file_name),
      Type: plain(typeName(row.mime_type as string)),
    }
  },
  documents: content,
  categories: (row, { categories }) => ({
    Slug: plain(row.slug),
    'Expiry of new files': named(row.expires_after_months, `${row.expires_after_months} months`),
    Parent: named(row.parent_id, categories.find(({ id }) => id === row.parent_id)?.name),
    Requirement: named(row.requirement && 'all', 'all sites'),
  }),
  shares: (row) => ({ Ends: plain((row.expires_at as string).slice(0, 10).split('-').reverse().join('/')) }),
}

/** The own fields that stand on both sides, or came between them. */
const ownOf = (from: Kept, to: Kept) =>
  to.fields.filter(({ id }) => from.fields.some((field) => field.id === id) || !from.known.includes(id))

type Told = Pick<Difference, 'resource' | 'id' | 'name' | 'change'> & { fields: string[] }

/** What differs between the kept answers of two moments, as the differences of the two are to tell it. */
export const differencesOf = (from: Kept, to: Kept): Told[] => {
  const own = ownOf(from, to)
  const ofResource = (resource: keyof typeof valuesOf): Told[] => {
    const all = (row: Row | undefined, kept: Kept): Values => {
      if (!row) return {}
      const values = Object.entries((row.fields as object | undefined) ?? {})
      const ofOwn = own.flatMap(({ id, name }) =>
        values.filter(([field]) => field === id).map(([, value]) => [fieldLabel(name), plain(value)]),
      )
      const name = resource === 'shares' ? {} : { Name: plain(row.name) }
      return { ...name, ...valuesOf[resource](row, kept), ...Object.fromEntries(ofOwn) }
    }
    const ids = [...new Set([...from[resource], ...to[resource]].map(({ id }) => id))]
    return ids.flatMap((id) => {
      const before = from[resource].find((row) => row.id === id)
      const after = to[resource].find((row) => row.id === id)
      const old = all(before, from)
      const now = all(after, to)
      const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((label) => {
        const [was, wasShown] = old[label] ?? [null, null]
        const [is, isShown] = now[label] ?? [null, null]
        return was === is || (wasShown === null && isShown === null) ? [] : [`${label}: ${wasShown} → ${isShown}`]
      })
      const change = !before ? 'added' : after ? 'changed' : 'removed'
      const { name = '' } = after ?? before ?? {}
      return change === 'changed' && fields.length === 0 ? [] : [{ resource, id, name, change, fields: fields.sort() }]
    })
  }
  const keyOf = ({ name, id }: Told) => `${sortName(name)} ${id}`
  return comparedResources
    .filter((each) => each !== 'members')
    .flatMap((each) => ofResource(each).sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
}

/** Told differences as `differencesOf` has them, without own fields that are removed on one side. */
export const comparable = (told: readonly Difference[], from: Kept, to: Kept): Told[] => {
  const own = ownOf(from, to)
  const known = [...from.fields, ...to.fields]
  const has = (fields: readonly Row[], label: string) => fields.some(({ name }) => fieldLabel(name) === label)
  const isShown = (label: string) => !has(known, label) || has(own, label)
  return told.flatMap(({ resource, id, name, change, fields }) => {
    const shown = fields
      .filter(({ label }) => isShown(label))
      .map(({ label, from: was, to: is }) => `${label}: ${was} → ${is}`)
    return change === 'changed' && shown.length === 0 ? [] : [{ resource, id, name, change, fields: shown.sort() }]
  })
}
