import { useMatch, useNavigate } from '@tanstack/react-router'
import { type Sort, uncategorised, withoutFiles } from '#schemas/calls/sort-columns.ts'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import { type ArrangedKind, isResource, nouns } from '#schemas/nouns.ts'
import { isDay } from '#schemas/time/dates.ts'
import { isExpiryFilter } from '#schemas/time/expiry.ts'

/** The most letters of a search (D-41). */
const mostLetters = 255

type Shape = (text: string) => boolean

const like =
  (pattern: RegExp): Shape =>
  (text) =>
    pattern.test(text)

const isId = like(/^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)

/** The shapes of filters in an address: values that the server would refuse are ignored. */
const shapes = {
  sort: like(/^-?([a-z_]+|field\.[\da-f-]{36})$/),
  client: isId,
  site: isId,
  from: isDay,
  to: isDay,
  type: like(/^(application\/pdf|image\/(jpeg|png))$/),
  added_by: isId,
  category: like(/^none$/),
  expires: isExpiryFilter,
  files: like(/^none$/),
  state: like(/^[a-z,]+$/),
  resource: isResource,
  deleted_by: isId,
  import: isId,
  view: isId,
} as const satisfies Record<string, Shape>

/** The filter by an own field, named by its id. */
export type OwnFilter = `field.${string}`
const isOwn = (name: string): name is OwnFilter => /^-?field\./.test(name)

export type FilterName = Exclude<keyof typeof shapes, 'sort' | 'view'> | OwnFilter
/** The filters and the order of a list in its address, so that it can be shared and outlives a reload. */
export type ListAddress = Partial<Record<FilterName, string>> & {
  search?: string
  sort?: string
  /** The id of the saved view that it was opened from. */
  view?: string
}

/** The words of a search (D-41). The router parses digits as a number, and brackets as an object, which is no search. */
const wordsIn = (search: unknown): Pick<ListAddress, 'search'> => {
  const text = typeof search === 'object' ? '' : String(search ?? '')
  return text === '' || text.length > mostLetters ? {} : { search: text }
}

/** The filters by own fields that are set. */
const ownIn = (address: Record<string, unknown>): Record<OwnFilter, string> =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (isOwn(name) && value ? [[name, String(value)]] : [])),
  )

/** The parts of an address that a list knows; what cannot be one is left out. */
export const listAddressIn = (address: Record<string, unknown>): ListAddress => {
  const shaped = Object.entries(shapes).flatMap(([name, shape]) => {
    const text = String(address[name] ?? '')
    return shape(text) ? [[name, text] as const] : []
  })
  return { ...wordsIn(address.search), ...Object.fromEntries(shaped), ...ownIn(address) }
}

/** The list's part of the address, and how to change some of it, and its hash; an empty text or null takes a filter away. */
export const useListAddress = () => {
  const navigate = useNavigate()
  const search = useMatch({ strict: false, shouldThrow: false, select: (match) => match.search })
  const address = listAddressIn(search ?? {})
  const change = (changes: Partial<Record<keyof ListAddress, string | null>>, hash?: string) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => listAddressIn({ ...now, ...changes }),
      hash: hash ?? true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return { address, change }
}

/** Whether a list can be sorted by a column. */
export const isSort = (kind: ArrangedKind, name: string): boolean =>
  (nouns[kind].sorts as readonly string[]).includes(name) || (isOwn(name) && kind !== 'files' && kind !== 'documents')

/** The order of an address, if the list of this kind has such a column. */
export const sortIn = <Kind extends ArrangedKind>(kind: Kind, { sort }: ListAddress): { sort?: Sort<Kind> } =>
  sort !== undefined && isSort(kind, sort.replace(/^-/, '')) ? { sort: sort as Sort<Kind> } : {}

/** Whose list it is: that of the whole team, or of one record. */
export type ListPlace = 'team' | 'client' | 'site' | 'visit'

/** Parameters that are the same for a whole list are no filters. */
const placeFilters: Record<ListPlace, readonly ('client' | 'site')[]> = {
  team: ['client', 'site'],
  client: ['site'],
  site: [],
  visit: [],
}

export const siteFilterNames = (place: ListPlace) => (place === 'team' ? (['client'] as const) : [])
export const visitFilterNames = (place: ListPlace) => [...placeFilters[place], 'from', 'to'] as const
export const fileFilterNames = (place: ListPlace) =>
  [...visitFilterNames(place), 'type', 'added_by', 'expires'] as const

/** The filters of these names that are set. */
export const only = <Name extends FilterName>(address: ListAddress, names: readonly Name[]) =>
  Object.fromEntries(names.flatMap((name) => (address[name] === undefined ? [] : [[name, address[name]]]))) as Partial<
    Record<Name, string>
  >

/** The filters and the order of clients, as their calls take them. */
export const clientsBy = (address: ListAddress) => ({ ...ownIn(address), ...sortIn('clients', address) })

/** The filters and the order of the sites of a place, as their calls take them. */
export const sitesBy = (place: ListPlace, address: ListAddress) => ({
  ...ownIn(address),
  ...only(address, siteFilterNames(place)),
  ...(address.files ? ({ files: withoutFiles } as const) : {}),
  ...sortIn('sites', address),
})

/** The filters and the order of the visits of a place, as their calls take them. */
export const visitsBy = (place: ListPlace, address: ListAddress) => ({
  ...ownIn(address),
  ...only(address, visitFilterNames(place)),
  ...sortIn('visits', address),
})

/** The filters and the order of documents, as their calls take them. */
export const documentsBy = (address: ListAddress) => ({
  ...only(address, ['expires']),
  ...sortIn('documents', address),
})

/** The filters and the order of the files of a place, besides one category, as their calls take them. */
export const filesBy = (place: ListPlace, address: ListAddress) => {
  const { type, category, ...others } = only(address, [...fileFilterNames(place), 'category'])
  return {
    ...others,
    ...(type ? { type: type as FileType } : {}),
    ...(category ? ({ category: uncategorised } as const) : {}),
    ...sortIn('files', address),
  }
}
