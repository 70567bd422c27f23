import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { arrangedKinds } from '#schemas/nouns.ts'
import { Area } from '#web/components/area.tsx'
import { useShownAs } from '#web/components/list/use-shown-as.ts'
import styles from '#web/features/overview/overview.module.css'
import { keepListLook } from '#web/lib/keep-list-look.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
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
 * list, as in a table such as that of compliance, narrowed by a filter or on a phone, it is folded until they unfold it.
 */
const useFolded = (tab: string | undefined) => {
  const kind = arrangedKinds.find((each) => each === tab)
  const { isWide, shownAs } = useShownAs(kind ?? 'clients')
  const { search: _words, sort: _order, view: _view, ...filters } = useListAddress().address
  const [unfolded, setUnfolded] = useState(false)
  const kept = useKept()
  const isForList = !isWide || tab === 'compliance' || (kind && shownAs === 'table') || Object.keys(filters).length > 0
  return isForList ? { folded: !unfolded, toggle: () => setUnfolded(!unfolded) } : kept
}

/** Loads the overview's code, in parallel with the first list. */
export const loadOverview = retryingImport(() => import('#web/features/overview/overview.tsx'))
const Overview = lazy(loadOverview)

/**
 * The overview of due and new records, above the tabs of the first page, of which `tab` is shown. Its place is as high
 * before it is loaded as after.
 */
export const OverviewPlace = ({ tab }: { tab: string | undefined }) => {
  const { folded, toggle } = useFolded(tab)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div role="group" aria-label="Overview" className={styles.place} data-folded={folded || undefined}>
      <Area name="overview">
        <Suspense>
          <Overview folded={folded} onFold={toggle} />
        </Suspense>
      </Area>
    </div>
  )
}
