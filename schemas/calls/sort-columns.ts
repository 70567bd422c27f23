import { type ArrangedKind, arrangedKinds, type nouns } from '#schemas/nouns.ts'

/** Of what a look is kept: of the lists, and of the overview above them, whose `hidden` names the parts that are folded. */
export const lookKinds = [...arrangedKinds, 'overview'] as const

/** How a list may look. */
export const listLooks = ['cards', 'table'] as const
export type Look = (typeof listLooks)[number]

export type SortColumn<Kind extends ArrangedKind> = (typeof nouns)[Kind]['sorts'][number]
/** A column, or with a minus the same column from its greatest value on. */
export type Sort<Kind extends ArrangedKind> = SortColumn<Kind> | `-${SortColumn<Kind>}`

/** Whether a list is sorted by an own field: `field.<id>`, with or without a minus; a filter by one has the same name. */
export const isOwnSort = (sort: string): boolean => /^-?field\./.test(sort)

/** The category of a filter that means: files that are in none. */
export const uncategorised = 'none'

/** The files of a filter that means: sites that have none. */
export const withoutFiles = 'none'
