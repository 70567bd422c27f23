import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { useCategories } from '#web/features/files/categories.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'

/** The category in an address, `#/files/category/{id}`; undefined when the team has no such category. */
const categoryIn = (hash: string, categories: readonly CategoryChoice[]): CategoryChoice | undefined => {
  const [word, named] = parseHash(hash).segments
  return word === 'category' ? categories.find(({ id }) => id === named) : undefined
}

/**
 * The category that filters the gallery. The address holds it, so that it can be shared and survives a reload. A change
 * of the category tree resets it (STATE-22).
 */
export const useCategoryFilter = () => {
  const hash = usePageHash()
  const navigate = useNavigate()
  const categories = useCategories()
  const chosen = categoryIn(hash, categories ?? [])

  const choose = (id: string | undefined) =>
    void navigate({
      to: '.',
      search: true,
      hash: id ? `/files/category/${id}` : '/files',
      replace: true,
      hashScrollIntoView: false,
      resetScroll: false,
    })

  const known = useRef(categories)
  const onTree = useEffectEvent((before: typeof categories) => {
    if (before && chosen) choose(undefined)
  })
  useEffect(() => {
    // An equal response keeps the identity of the previous one.
    if (known.current !== categories) onTree(known.current)
    known.current = categories
  }, [categories])

  return { categories, chosen, choose }
}
