import { useEffect, useEffectEvent, useRef } from 'react'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { useCategories } from '#web/features/files/categories.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { usePageHash } from '#web/lib/page-hash.ts'

/** The category in an address, `#/files/category/{id}`; undefined when the team has no such category. */
const categoryIn = (hash: string, categories: readonly CategoryChoice[]): CategoryChoice | undefined => {
  const [word, named] = parseHash(hash).segments
  return word === 'category' ? categories.find(({ id }) => id === named) : undefined
}

/**
 * The category that filters the gallery, or that it shows files without one. The address holds it, so that it can be
 * shared and survives a reload. A change of the category tree resets a category.
 */
export const useCategoryFilter = () => {
  const hash = usePageHash()
  const categories = useCategories()
  const { address, change } = useListAddress()
  const named = categoryIn(hash, categories ?? [])
  const chosen = address.category ?? named?.id

  const choose = (id: string | undefined) =>
    id === uncategorised || id === undefined
      ? change({ category: id ?? null }, '/files')
      : change({ category: null }, `/files/category/${id}`)

  const known = useRef(categories)
  const onTree = useEffectEvent((before: typeof categories) => {
    if (before && named) choose(undefined)
  })
  useEffect(() => {
    // An equal response keeps the identity of the previous one.
    if (known.current !== categories) onTree(known.current)
    known.current = categories
  }, [categories])

  return { categories, chosen, choose }
}
