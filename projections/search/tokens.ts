/**
 * How texts are tokenized. Search words contain no blanks, so each word of a text is indexed separately, by its
 * trigrams and bigrams, each prefixed with the number of the team's list in base 36. Tokens of two lists are never
 * equal, so a match stays within its list without reading any other (D-57), and the index alone counts and orders it.
 * The `ascii` tokenizer treats every non-ASCII character as part of a token; ASCII signs must be listed.
 */
const signs = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

const quotedWith = (quote: '"' | "'", text: string): string => quote + text.replaceAll(quote, quote + quote) + quote

/** A contentless full-text table: it stores row ids and tokens, but no text. */
export const tokenTable = (name: string, columns: string): string => `
  CREATE VIRTUAL TABLE ${name} USING fts5 (
    ${columns}, content = '', contentless_delete = 1,
    tokenize = ${quotedWith('"', `ascii tokenchars ${quotedWith("'", signs)}`)}
  );
`

/** Merges the parts of a full-text table that were written one after the other; a search reads each part. */
export const mergeTokens = (name: string): string => `INSERT INTO ${name} (${name}) VALUES ('optimize');`

const beyondPlane = /[\ud800-\udfff]/

/** Each n-gram of a word, in order; a word shorter than `size` has none. */
const partsOf = (word: string, size: number): string[] => {
  const characters = beyondPlane.test(word) ? [...word] : undefined
  const { length } = characters ?? word
  const parts: string[] = []
  for (let at = 0; at + size <= length; at += 1) {
    parts.push(characters ? characters.slice(at, at + size).join('') : word.slice(at, at + size))
  }
  return parts
}

const wordsIn = (text: string): Set<string> => new Set(text.split(/[ \t\n]/))

/** Separates the words of a text, so that no phrase matches across two of them. */
const gap = '. '

/** The tokens of a text that can be searched by words of three characters or more. */
export const tokensOf = (lead: string, text: string): string => {
  let tokens = ''
  for (const word of wordsIn(text)) {
    for (const part of partsOf(word, 3)) tokens += `${lead}${part} `
    tokens += gap
  }
  return tokens
}

/** The same for names, which can also be searched by words of two characters. */
export const nameTokensOf = (lead: string, names: string): string => {
  let tokens = tokensOf(lead, names)
  const pairs = new Set<string>()
  for (const word of wordsIn(names)) for (const pair of partsOf(word, 2)) pairs.add(pair)
  for (const pair of pairs) tokens += `${lead}${pair} `
  return tokens
}

/** The token that marks an item as lying within the client, site, visit or category with this number (`withinOf`). */
export const ancestorToken = (n: number): string => `.${n}`

/** Quotes a text so that FTS takes it literally. */
export const quoted = (text: string): string => quotedWith('"', text)

/** The FTS phrase that finds a word of at least two characters among tokens with this prefix. */
export const phraseOf = (lead: string, word: string): string =>
  quoted(
    partsOf(word, Math.min(3, [...word].length))
      .map((part) => lead + part)
      .join(' '),
  )

/** The token prefixes of a list, by its number: one for the items' own names, one for their whole labels. */
export const leadsOf = (list: number): { name: string; label: string } => ({
  name: `${list.toString(36)}:`,
  label: `${list.toString(36)};`,
})
