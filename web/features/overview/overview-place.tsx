import { lazy, Suspense } from 'react'
import { Area } from '#web/components/area.tsx'
import styles from '#web/features/overview/overview.module.css'
import { retryingImport } from '#web/lib/retrying-import.ts'

/** Loads the overview's code, in parallel with the first list. */
export const loadOverview = retryingImport(() => import('#web/features/overview/overview.tsx'))
const Overview = lazy(loadOverview)

/** What is due and what is new, above the tabs of the first page. Its place is as high before it is loaded as after. */
export const OverviewPlace = () => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
  <div role="group" aria-label="Overview" className={styles.place}>
    <Area name="overview">
      <Suspense>
        <Overview />
      </Suspense>
    </Area>
  </div>
)
