/** One value as text: the names of records, changes as words, lists with a semicolon, everything else as it is. */
export const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(cellOf).join('; ')
  if (typeof value !== 'object') return String(value)
  if ('name' in value) return cellOf(value.name)
  return Object.entries(value)
    .map(([name, each]) => `${name} ${cellOf(each)}`)
    .join(' ')
}
