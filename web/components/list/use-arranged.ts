import type { ArrangedKind } from '#schemas/nouns.ts'
import { type Column, shownColumns } from '#web/components/list/column.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { useListView } from '#web/lib/list-view.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { type Arranged, arrangedAt } from '#web/lib/saved-views.ts'

/** The list as it is: its words, filters, order and look, and the columns that it shows; null for all of them. */
export const useArranged = (kind: ArrangedKind, columns: readonly Pick<Column<never>, 'name'>[]): Arranged => {
  const { address } = useListAddress()
  const { view } = useListView(kind)
  const shown = shownColumns(columns, view).map(({ name }) => name)
  return {
    ...arrangedAt(address, usePageHash()),
    look: view.as,
    columns: shown.length === columns.length ? null : shown,
  }
}
