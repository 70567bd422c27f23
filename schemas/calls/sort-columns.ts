/** The columns by which a list of each kind can be sorted: fields of its rows. */
export const sortColumns = {
  clients: ['name', 'site_count'],
  sites: ['name', 'postcode', 'client_name', 'visit_count', 'file_count'],
  visits: ['name', 'client_name', 'site_name', 'started_at', 'ended_at', 'file_count'],
  files: ['name', 'client_name', 'site_name', 'visit_name', 'size', 'type', 'completed_at', 'expires_at', 'created_at'],
  documents: ['name', 'size', 'completed_at', 'expires_at'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type ArrangedKind = keyof typeof sortColumns
export const arrangedKinds = Object.keys(sortColumns) as [ArrangedKind, ...ArrangedKind[]]

/** Of what a look is kept: of the lists, and of the overview above them, whose `hidden` names the parts that are folded. */
export const lookKinds = [...arrangedKinds, 'overview'] as const

/** How a list may look. */
export const listLooks = ['cards', 'table'] as const
export type Look = (typeof listLooks)[number]

export type SortColumn<Kind extends ArrangedKind> = (typeof sortColumns)[Kind][number]
/** A column, or with a minus the same column from its greatest value on. */
export type Sort<Kind extends ArrangedKind> = SortColumn<Kind> | `-${SortColumn<Kind>}`

/** The category of a filter that means: files that are in none. */
export const uncategorised = 'none'

/** The files of a filter that means: sites that have none. */
export const withoutFiles = 'none'
