import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { PlaceGroup } from '#web/components/places/place-group.tsx'
import styles from '#web/components/places/places-nav.module.css'
import { type PlaceGroupName, placeAt, usePlaces } from '#web/components/places/use-places.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useFree } from '#web/lib/when-answered.ts'

const ViewsGroup = lazy(retryingImport(() => import('#web/components/places/views-group.tsx')))

/** The places of the team's records, the saved views of their lists, and what concerns the team as a whole. */
export const PlacesNav = () => {
  const places = usePlaces()
  const isFree = useFree()
  const current = useRouterState({
    select: ({ location, resolvedLocation }) => placeAt(resolvedLocation ?? location, places),
  })
  const group = (name: PlaceGroupName) => (
    <PlaceGroup name={name} places={places.filter(({ group }) => group === name)} current={current} />
  )
  return (
    <nav aria-label="Places" className={styles.places}>
      {group('Records')}
      {isFree && (
        <Suspense>
          <ViewsGroup current={current} />
        </Suspense>
      )}
      {group('Team')}
    </nav>
  )
}
