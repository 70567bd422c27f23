import { useMediaQuery } from '@mantine/hooks'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { useListView } from '#web/lib/list-view.ts'

/** How a list is shown here: on a phone, where a table would be drawn sideways, always as cards. */
export const useShownAs = (kind: ArrangedKind) => {
  const { view, change, isLoading } = useListView(kind)
  const isWide = useMediaQuery('(min-width: 48em)', false, { getInitialValueInEffect: false })
  return { view, change, isLoading, isWide, shownAs: isWide ? view.as : 'cards' } as const
}
