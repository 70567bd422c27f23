/** A lower bound, for a count that stopped early: '1,000+'. */
export const atLeast = (count: number): string => `${count.toLocaleString('en-GB')}+`
