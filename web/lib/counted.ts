/** A lower bound, for a count that stopped early: '1,000+'. */
export const atLeast = (count: number): string => `${count.toLocaleString('en-GB')}+`

/** A number with its noun: '1 site', '1,204 sites'. */
export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`
