/** The separator of the names of a category's path, and that of several paths in one cell. */
const below = ' / '
const besides = '; '

/** The paths of categories as one cell of a table: `Fire / Alarms; Gas`. A slash or semicolon of a name is escaped. */
export const categoriesCell = (paths: readonly (readonly string[])[]): string =>
  paths.map((names) => names.map((name) => name.replace(/[\\/;]/g, '\\$&')).join(below)).join(besides)

/** A character of a name, or what separates names or paths. */
const character = /\\([\\/;])|([/;])|(.)/gsu

/** The paths that a cell names, from the root, each of one name at least; names are trimmed. */
export const categoriesIn = (cell: string): string[][] => {
  const paths = [['']]
  for (const [, escaped, separator, plain] of cell.matchAll(character)) {
    const path = paths.at(-1) ?? []
    if (separator === ';') paths.push([''])
    else if (separator === '/') path.push('')
    else path.push(`${path.pop()}${escaped ?? plain}`)
  }
  return paths
    .map((names) => names.map((name) => name.trim()).filter((name) => name !== ''))
    .filter((names) => names.length > 0)
}
