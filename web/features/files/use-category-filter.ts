import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { CategoryChoice } from '#schemas/resources/categories.ts'
import { useCategories } from '#web/features/files/categories.ts'
import { parseHash } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'

/** The category that an address names, `#/files/category/{id}`; none where the team has no such one. */
const categoryIn = (hash: string, categories: readonly CategoryChoice[]): CategoryChoice | undefined => {
  const [word, named] = parseHash(hash).segments
  return word === 'category' ? categories.find(({ id }) => id === named) : undefined
}

/**
 * The category that narrows the gallery, kept in the address, so that it can be shared and survives a reload. It is
 * reset when the tree of categories changes (STATE-22).
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
    // An answer that says the same keeps its identity.
    if (known.current !== categories) onTree(known.current)
    known.current = categories
  }, [categories])

  return { categories, chosen, choose }
}
