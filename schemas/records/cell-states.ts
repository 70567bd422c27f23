/** The states of a cell, by what they mean for the site: the least state that a better file can mend comes first. */
export const cellStates = ['missing', 'expired', 'expiring', 'valid', 'exempt'] as const
export type CellState = (typeof cellStates)[number]

/** How many cells of those that are required are in order: nothing is to do there today. */
export const compliantOf = ({ valid, expiring, exempt }: Record<CellState, number>): number => valid + expiring + exempt

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
