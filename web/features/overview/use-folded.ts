import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { arrangedKinds } from '#schemas/nouns.ts'
import { useShownAs } from '#web/components/list/use-shown-as.ts'
import { keepListLook } from '#web/lib/keep-list-look.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { useUser } from '#web/lib/session.ts'

/** The part of the overview that can be folded: what was done and opened last. */
const recent = 'recent'

/** Whether the person has folded the overview, wherever they sign in. */
const useKept = () => {
  const { list_looks } = useUser()
  const queries = useQueryClient()
  const folded = list_looks.some(({ kind, hidden }) => kind === 'overview' && hidden.includes(recent))
  const keep = () =>
    keepListLook(queries, { kind: 'overview', look: 'cards', hidden: folded ? [] : [recent], widths: {} }, false)
  return { folded, toggle: keep }
}

/**
 * Whether the overview above a tab is folded to a row of numbers: as its reader keeps it; but where they want to see the
 * list, as in a table, narrowed by a filter or on a phone, it is folded until they unfold it.
 */
export const useFolded = (tab: string | undefined) => {
  const kind = arrangedKinds.find((each) => each === tab)
  const { isWide, shownAs } = useShownAs(kind ?? 'clients')
  const { search: _words, sort: _order, view: _view, ...filters } = useListAddress().address
  const [unfolded, setUnfolded] = useState(false)
  const kept = useKept()
  const isForList = !isWide || (kind && shownAs === 'table') || Object.keys(filters).length > 0
  return isForList ? { folded: !unfolded, toggle: () => setUnfolded(!unfolded) } : kept
}
