export type Named = { id: string; name: string }

/** A required category at a site. */
export type OpenedCell = { site: Named; category: Named }

/** What is open beside or above the table: a cell, or what is required of a category. */
export type ComplianceDialog = ({ kind: 'cell' } & OpenedCell) | { kind: 'requirement'; category: Named }
