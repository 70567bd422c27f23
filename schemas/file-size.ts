const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** Bytes as people read them: 1024-based, at most one decimal, no trailing zero: '8 MB', '100 KB' (D-29). */
export const humanReadableSize = (bytes: number): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`
}
