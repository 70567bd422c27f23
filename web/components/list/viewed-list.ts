import type { ArrangedKind } from '#schemas/nouns.ts'
import type { SavedView } from '#schemas/resources/saved-views.ts'
import type { Choosable } from '#web/components/list/column.ts'
import type { Arranged } from '#web/lib/saved-views.ts'

/** A list that views can be saved of. */
export type ViewedList = {
  kind: ArrangedKind
  /** The columns that may be chosen; none where the list looks always the same. */
  columns: readonly Choosable[]
}

/** The list as it is, to be saved under a name; or a view to be renamed, shared or deleted. */
export type SavedViewDialog =
  | { kind: 'add'; list: ArrangedKind; arranged: Arranged }
  | { kind: 'edit' | 'delete'; view: SavedView }
