import { useMatch, useNavigate } from '@tanstack/react-router'
import { expiryFilter } from '#schemas/expiry.ts'
import type { ArrangedKind, Sort } from '#schemas/sort-columns.ts'
import { sortColumns, uncategorised } from '#schemas/sort-columns.ts'
import type { FileType } from '#schemas/upload-rules.ts'

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const day = /^\d{4}-\d\d-\d\d$/

/** The shapes of filters in an address; days are `yyyy-mm-dd`. */
const shapes = {
  sort: /^-?[a-z_]+$/,
  client: id,
  site: id,
  from: day,
  to: day,
  type: /^(application\/pdf|image\/(jpeg|png))$/,
  added_by: id,
  category: /^none$/,
  expires: expiryFilter,
} as const

export type FilterName = Exclude<keyof typeof shapes, 'sort'>
/** What a list is narrowed to and sorted by in its address, so that it can be shared and outlives a reload. */
export type ListAddress = Partial<Record<FilterName, string>> & { search?: string; sort?: string }

/** The parts of an address that a list knows; what cannot be one is left out. The router parses digits as a number. */
export const listAddressIn = (address: Record<string, unknown>): ListAddress => {
  const { search } = address
  const shaped = Object.entries(shapes).flatMap(([name, shape]) => {
    const text = String(address[name] ?? '')
    return shape.test(text) ? [[name, text] as const] : []
  })
  const words = search === undefined || search === null || search === '' ? {} : { search: String(search) }
  return { ...words, ...Object.fromEntries(shaped) }
}

/** The list's part of the address, and how to change some of it; an empty text or null takes a filter away. */
export const useListAddress = () => {
  const navigate = useNavigate()
  const search = useMatch({ strict: false, shouldThrow: false, select: (match) => match.search })
  const address = listAddressIn(search ?? {})
  const change = (changes: Partial<Record<keyof ListAddress, string | null>>) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => listAddressIn({ ...now, ...changes }),
      hash: true,
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    })
  return { address, change }
}

/** The order of an address, if the list of this kind has such a column. */
export const sortIn = <Kind extends ArrangedKind>(kind: Kind, { sort }: ListAddress): { sort?: Sort<Kind> } =>
  sort !== undefined && (sortColumns[kind] as readonly string[]).includes(sort.replace('-', ''))
    ? { sort: sort as Sort<Kind> }
    : {}

/** The filters of visits, and with them those of files, as their calls take them. */
export const visitFiltersIn = ({ client, site, from, to }: ListAddress) => ({
  ...{ ...(client ? { client } : {}), ...(site ? { site } : {}) },
  ...{ ...(from ? { from } : {}), ...(to ? { to } : {}) },
})

/** The filters of documents. */
export const documentFiltersIn = ({ expires }: ListAddress) => (expires ? { expires } : {})

export const fileFiltersIn = (address: ListAddress) => ({
  ...visitFiltersIn(address),
  ...documentFiltersIn(address),
  ...(address.type ? { type: address.type as FileType } : {}),
  ...(address.added_by ? { added_by: address.added_by } : {}),
  ...(address.category ? ({ category: uncategorised } as const) : {}),
})
