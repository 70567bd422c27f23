import type { Visit } from '#schemas/resources/visits.ts'

type Named = Pick<Visit, 'id' | 'name'>

/**
 * The options of a visit select: none, or a visit of the file's site. While the visits load, only the file's own visit.
 */
export const visitChoices = (visits: readonly Named[] | undefined, own?: Named): { value: string; label: string }[] => [
  { value: '', label: 'N/A' },
  ...(visits ?? (own ? [own] : [])).map(({ id, name }) => ({ value: id, label: name })),
]
