const delimiters = [',', ';', '\t'] as const

/** A first line that tells spreadsheets the delimiter. */
const separatorLine = /^\s*sep=([,;\t])\r?\n?/i

/** The most frequent delimiter in the heading, outside quotes. */
export const delimiterOf = (heading: string): string => {
  const bare = heading.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((each) => ({ each, count: bare.split(each).length }))
  return counts.reduce((max, next) => (next.count > max.count ? next : max)).each
}

/**
 * The start of a table without the line that names the delimiter, and the delimiter, which that line names or the
 * heading shows; `before` counts the lines before the heading.
 */
export const startOfTable = (text: string): { delimiter: string; before: number; start: string } => {
  const [line, named] = separatorLine.exec(text) ?? []
  const start = line === undefined ? text : text.slice(line.length)
  const heading = start.trimStart().split(/[\r\n]/)[0] ?? ''
  return { delimiter: named ?? delimiterOf(heading), before: line === undefined ? 0 : 1, start }
}
