import type { ArrangedKind } from '#schemas/nouns.ts'
import { useListView } from '#web/lib/list-view.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'

/** How a list is shown here: on a phone, where a table would be drawn sideways, always as cards. */
export const useShownAs = (kind: ArrangedKind) => {
  const { view, change, isLoading } = useListView(kind)
  const isWide = useIsWide()
  return { view, change, isLoading, isWide, shownAs: isWide ? view.as : 'cards' } as const
}
