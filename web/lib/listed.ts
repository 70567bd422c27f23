const list = new Intl.ListFormat('en-GB')

/** 'Lease, Plan and Quote'. */
export const listed = (words: readonly string[]): string => list.format(words)
