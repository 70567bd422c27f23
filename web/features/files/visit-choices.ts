import type { Visit } from '#schemas/resources/visits.ts'

type Named = Pick<Visit, 'id' | 'name'>

/**
 * Choices of a visit select: none, or one of the visits of the file's site (FILE-34). Until those are known, the one
 * that the file has.
 */
export const visitChoices = (visits: readonly Named[] | undefined, own?: Named): { value: string; label: string }[] => [
  { value: '', label: 'N/A' },
  ...(visits ?? (own ? [own] : [])).map(({ id, name }) => ({ value: id, label: name })),
]
