import type { CellState } from './requirement.ts'

/** What a cell in each state is called, and what that means; the state that asks most for something to be done is first. */
export const cellWords: Readonly<Record<CellState, { word: string; means: string }>> = {
  missing: { word: 'Missing', means: 'There is no file.' },
  expired: { word: 'Expired', means: 'There are files, and all of them have expired.' },
  expiring: {
    word: 'Expiring',
    means: 'The file that lasts longest expires within 30 days, on the day named at the latest.',
  },
  valid: { word: 'Valid', means: 'There is a file that lasts longer, until the end of the day named, or for good.' },
  exempt: { word: 'Not needed', means: 'The site does not need it, for a reason that is recorded.' },
}
