import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/** Reads JSON other than numbers: a text such as 1e5 or 007.50 stays as it was typed. Throws for what is none. */
const parse = (text: string): unknown => {
  const value: unknown = JSON.parse(text)
  if (typeof value === 'number') throw new SyntaxError('It is a text of digits.')
  return value
}

/** What stands in an address behind the question mark, as texts. */
export const parseSearch = parseSearchWith(parse)
export const stringifySearch = stringifySearchWith(JSON.stringify, parse)
