/** The columns and constraints of a table, and what follows them, such as `STRICT`. */
type Definition = { parts: readonly string[]; options: string }

/** Splits at the commas that are in no brackets. */
const splitAtCommas = (text: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts.map((part) => part.trim())
}

/** Parses the statement that created a table of a read model; undefined for a virtual table. */
export const definitionOf = (sql: string): Definition | undefined => {
  const [, inner, options] = /^CREATE TABLE [^(]+\((.*)\)([^)]*)$/s.exec(sql) ?? []
  return inner === undefined || options === undefined
    ? undefined
    : { parts: splitAtCommas(inner), options: options.trim() }
}
