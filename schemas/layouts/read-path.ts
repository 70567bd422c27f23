import { categoriesCell } from '#schemas/records/category-path.ts'
import { isVisible } from '#schemas/text/clean-name.ts'
import { extensionOf } from '#schemas/text/safe-name.ts'
import { dateAt } from './dates.ts'
import { type Layout, type PathFields, type Piece, type Placeholder, placeholders } from './layout.ts'

/** The refusal of a path that says something else than the layout. */
export const doesNotFit = 'This path does not fit the layout.'

/** Longest name of a folder or file that systems have, in UTF-16 units, and longest path. */
const longestName = 255
const longestPath = 4096

/** What is to stand at a place of the path, and then what `next` says; the last one has none. */
type Node = { id: number; next?: Node } & (
  | { end: true }
  | { text: string }
  | { placeholder: Placeholder }
  | { inside: Node }
)

type Values = Map<Placeholder, string>

/** The pieces as a chain of nodes. A part that may be left out is tried first. */
const chainOf = (pieces: readonly Piece[], last: Node, nextId: () => number): Node =>
  pieces.reduceRight<Node>((next, piece) => {
    const id = nextId()
    return 'optional' in piece ? { id, next, inside: chainOf(piece.optional, next, nextId) } : { id, next, ...piece }
  }, last)

/** The value of folders or of a part of a name; undefined where nothing is to be seen. */
const shownValue = (placeholder: Placeholder, text: string): string | undefined => {
  const names = text.split('/').map((name) => name.trim())
  if (!names.every(isVisible)) return undefined
  return placeholder === 'category' || placeholder === 'categories' ? categoriesCell([names]) : names.join('')
}

/** The places at which a placeholder that begins at `at` may end, nearest first. */
function* endsOf(placeholder: Placeholder, path: string, at: number): Generator<number, void> {
  if (placeholder !== 'categories') {
    const slash = path.indexOf('/', at)
    for (let end = at + 1; end <= (slash < 0 ? path.length : slash); end += 1) yield end
    return
  }
  for (let end = path.indexOf('/', at); end > 0; end = path.indexOf('/', end + 1)) yield end
}

/**
 * Reads paths by a layout. Where several readings are possible, a part in brackets is there rather than not, and what
 * comes first is as short as can be; what is `given` counts, whatever a path says. No pattern makes it slow: a place that led to nothing is not tried again.
 */
export const pathReader = (layout: Layout, given: PathFields = {}) => {
  let nodes = 0
  const nextId = () => {
    nodes += 1
    return nodes
  }
  const first = chainOf(layout.pieces, { id: 0, end: true }, nextId)

  const valuesOf = (path: string): Values | undefined => {
    const failed = new Set<number>()
    let isNoDay = false
    /** Reads a date, where it does not pass over one that is none. */
    const dateOf = (node: Node & { placeholder: Placeholder }, at: number): Values | undefined => {
      if (node.placeholder === 'expires' && path.startsWith('none', at))
        return walk(node.next, at + 4)?.set('expires', 'none')
      const date = dateAt(path, at)
      if (date?.day === null) isNoDay = true
      return date?.day ? walk(node.next, date.end)?.set(node.placeholder, date.day) : undefined
    }
    const tried = (node: Node, at: number): Values | undefined => {
      if ('end' in node) return at === path.length ? new Map() : undefined
      if ('text' in node) return path.startsWith(node.text, at) ? walk(node.next, at + node.text.length) : undefined
      if ('inside' in node) return walk(node.inside, at) ?? walk(node.next, at)
      const { placeholder } = node
      if (placeholder === 'date' || placeholder === 'expires') return dateOf(node, at)
      for (const end of endsOf(placeholder, path, at)) {
        const rest = walk(node.next, end)
        const value = rest && shownValue(placeholder, path.slice(at, end))
        if (value !== undefined) return rest?.set(placeholder, value)
      }
      return undefined
    }
    const walk = (node: Node | undefined, at: number): Values | undefined => {
      if (!node || isNoDay) return undefined
      const key = at * (nodes + 1) + node.id
      if (failed.has(key)) return undefined
      const values = tried(node, at)
      if (!values) failed.add(key)
      return isNoDay ? undefined : values
    }
    return walk(first, 0)
  }

  /** What a path with `/` between its folders says of its file, or why it says nothing. */
  return (path: string): { fields: PathFields } | { refusal: string } => {
    const whole = path.normalize('NFC')
    const isTooLong = whole.length > longestPath || whole.split('/').some((name) => name.length > longestName)
    const file = whole.slice(whole.lastIndexOf('/') + 1)
    const values = isTooLong ? undefined : valuesOf(whole.slice(0, whole.length - extensionOf(file).length))
    if (!values) return { refusal: doesNotFit }
    const fields: PathFields = {}
    for (const [placeholder, value] of values) {
      const field = placeholders[placeholder]
      if (field) fields[field] = value
    }
    return { fields: { ...fields, ...given } }
  }
}
