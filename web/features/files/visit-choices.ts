import type { Visit } from '#schemas/resources/visits.ts'

/** Choices of a visit select: none, or one of the visits of the file's site (FILE-34). */
export const visitChoices = (visits: readonly Visit[]): { value: string; label: string }[] => [
  { value: '', label: 'N/A' },
  ...visits.map(({ id, name }) => ({ value: id, label: name })),
]
