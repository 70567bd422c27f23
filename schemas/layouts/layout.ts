/** What a placeholder fills in the manifest; `{*}` is thrown away. */
export const placeholders = {
  client: 'client',
  site: 'site',
  visit: 'visit',
  category: 'category',
  categories: 'category',
  postcode: 'postcode',
  external_id: 'external_id',
  date: 'completed_at',
  expires: 'expires_at',
  name: 'name',
  '*': null,
} as const
export type Placeholder = keyof typeof placeholders

/** What a path says of its file, in the words of a manifest; days are `yyyy-mm-dd`, and `expires_at` may be `none`. */
export type PathFields = { [Field in NonNullable<(typeof placeholders)[Placeholder]>]?: string }

/** A text that stands as it is, a placeholder, or a part that may be left out. */
export type Piece = { text: string } | { placeholder: Placeholder } | { optional: readonly Piece[] }

/** What folders and names of files mean. */
export type Layout = { pattern: string; pieces: readonly Piece[] }

/** What is wrong with a pattern, in a sentence, and at which of its characters, counted from 0. */
export type LayoutFault = { at: number; message: string }

/** A pattern that somebody types has at most so many characters. */
const longestPattern = 500

const isDate = (placeholder: Placeholder): boolean => placeholder === 'date' || placeholder === 'expires'
const known = Object.keys(placeholders)
  .map((each) => `{${each}}`)
  .join(', ')

class Fault extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

type Token = { at: number; text: string }

/** Reads tokens until the end, or until the bracket that closes the part; takes what it reads from the list. */
const piecesOf = (tokens: Token[], opening?: Token): Piece[] => {
  const pieces: Piece[] = []
  for (let token = tokens.shift(); token; token = tokens.shift()) {
    const { at, text } = token
    if (text === ']' && opening) return pieces
    if (text === ']') throw new Fault(at, 'This bracket closes none.')
    if (text === '{' || text === '}') throw new Fault(at, `A brace belongs to a placeholder: ${known}.`)
    const name = /^\{(.*)\}$/s.exec(text)?.[1]
    if (text === '[') pieces.push({ optional: piecesOf(tokens, token) })
    else if (name === undefined) pieces.push({ text: text.normalize('NFC') })
    else if (Object.hasOwn(placeholders, name)) pieces.push({ placeholder: name as Placeholder })
    else throw new Fault(at, `There is no placeholder ${text}. There are ${known}.`)
  }
  if (opening) throw new Fault(opening.at, 'This bracket is not closed.')
  return pieces
}

/** Checks what stands beside what, wherever brackets stand. */
const checkNeighbours = (tokens: readonly Token[], length: number): void => {
  const plain = tokens.filter(({ text }) => text !== '[' && text !== ']')
  const seen = new Set<string>()
  for (const [index, { at, text }] of plain.entries()) {
    const before = plain[index - 1]?.text ?? '/'
    const after = plain[index + 1]?.text ?? ''
    if (!text.startsWith('{')) {
      const empty = `${index === 0 ? '/' : ''}${text}${after === '' ? '/' : ''}`.indexOf('//')
      if (empty >= 0) throw new Fault(at + Math.min(empty, text.length - 1), 'A folder without a name stands here.')
      continue
    }
    const placeholder = text.slice(1, -1) as Placeholder
    const fills = placeholders[placeholder]
    if (fills && seen.has(fills)) throw new Fault(at, `The layout says the ${fills} twice.`)
    if (fills) seen.add(fills)
    const isFolder = before.endsWith('/') && after.startsWith('/')
    if (placeholder === 'categories' && !isFolder) throw new Fault(at, '{categories} are whole folders.')
    const previous = before.startsWith('{') ? (before.slice(1, -1) as Placeholder) : undefined
    if (previous && !isDate(previous) && !isDate(placeholder)) {
      throw new Fault(at, `Nothing tells where ${before} ends and ${text} begins: write a text between them.`)
    }
  }
  const last = plain.at(-1)
  if (!last) throw new Fault(0, 'A layout names a file at least: {name}.')
  const [extension] = /\.(pdf|jpe?g|png|hei[cf])$/i.exec(last.text) ?? []
  if (extension) throw new Fault(length - extension.length, 'Leave the extension out: it belongs to no placeholder.')
}

/** Reads a pattern such as `{client}/{site}[/{visit}]/[{date} - ]{name}`; folders may be divided by backslashes as well. */
export const parseLayout = (pattern: string): { layout: Layout } | { fault: LayoutFault } => {
  const tokens = [...pattern.replaceAll('\\', '/').matchAll(/\{[^{}[\]/]*\}|[^{}[\]]+|[{}[\]]/g)].map(
    ({ index, 0: text }) => ({ at: index, text }),
  )
  try {
    if (pattern.length > longestPattern) throw new Fault(longestPattern, 'The layout is too long.')
    const pieces = piecesOf([...tokens])
    checkNeighbours(tokens, pattern.length)
    return { layout: { pattern, pieces } }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { fault: { at: error.at, message: error.message } }
  }
}
