import { useQuery } from '@tanstack/react-query'
import { PlaceGroup } from '#web/components/places/place-group.tsx'
import { savedViewsQuery } from '#web/lib/opened-view.ts'
import { addressOf } from '#web/lib/saved-views.ts'
import { useCan } from '#web/lib/session.ts'

/** The saved views of lists that the person may see, their own first. */
const ViewsGroup = ({ current }: { current: string | undefined }) => {
  const can = useCan()
  const { data: views = [] } = useQuery(savedViewsQuery)
  const places = views
    .filter(({ kind }) => can(`${kind}.view`))
    .toSorted((one, other) => Number(one.shared) - Number(other.shared))
    .map((view) => ({
      name: view.id,
      label: view.name,
      icon: 'bookmark' as const,
      to: { to: '/dashboard', ...addressOf(view) } as const,
    }))
  return <PlaceGroup name="Views" places={places} current={current} />
}

export default ViewsGroup
