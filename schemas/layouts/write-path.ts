import { categoriesIn } from '#schemas/records/category-path.ts'
import { safeName, type uniqueNames } from '#schemas/text/safe-name.ts'
import { type Layout, type PathFields, type Piece, placeholders } from './layout.ts'

/** Longest names in UTF-16 units, of which systems take 255 bytes. */
const longest = { folder: 60, file: 80 } as const

/** A value within one folder's or file's name. */
const inName = (value: string): string => value.replace(/[\\/]/g, '-')

/** Folders of a value that are safe alone too, so that none is a step up. */
const partOf = (piece: { placeholder: keyof typeof placeholders }, fields: PathFields): string => {
  const field = placeholders[piece.placeholder]
  const value = field ? (fields[field] ?? '') : ''
  if (field !== 'category') return inName(value)
  const [path = []] = categoriesIn(value)
  return piece.placeholder === 'category' ? inName(path.at(-1) ?? '') : path.map(inName).join('/')
}

/** The text of pieces; undefined where one of them has no value. */
const filled = (pieces: readonly Piece[], fields: PathFields): { text: string; isWhole: boolean } => {
  let text = ''
  let isWhole = true
  for (const piece of pieces) {
    if ('text' in piece) text += piece.text
    else if ('optional' in piece) {
      const inside = filled(piece.optional, fields)
      if (inside.isWhole) text += inside.text
    } else {
      const part = partOf(piece, fields)
      text += part
      isWhole &&= part !== ''
    }
  }
  return { text, isWhole }
}

/**
 * Writes paths by a layout, each once: names are safe for every system, a second file of a name is `name (2)`, and folders
 * that would have no name are left out. `extension` begins with a dot, and is added unless the name ends so.
 */
export const pathWriter =
  (layout: Layout, unique: ReturnType<typeof uniqueNames>) =>
  (fields: PathFields, extension: string): string => {
    const parts = filled(layout.pieces, fields).text.split('/')
    const name = (parts.pop() ?? '').trim()
    const folders = parts.flatMap((part) => (part.trim() === '' ? [] : safeName(part.trim(), longest.folder)))
    const isNamed = name.toLowerCase().endsWith(extension.toLowerCase())
    return unique(folders.join('/'), isNamed ? name : name + extension, longest.file)
  }
