import { lazy, Suspense } from 'react'
import { Area } from '#web/components/area.tsx'
import styles from '#web/features/overview/overview.module.css'
import { useFolded } from '#web/features/overview/use-folded.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

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
