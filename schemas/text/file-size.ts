const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes for people: 1024-based, at most one decimal, no trailing zero: '8 MB', '100 KB' (D-29). */
export const humanReadableSize = (bytes: number): string => {
  // 1023.95 and more rounds to 1024, which is one of the next unit.
  const isOfUnit = (power: number) => bytes / 1024 ** power < 1023.95 || power === units.length - 1
  const power = units.findIndex((_, each) => isOfUnit(each))
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`
}
