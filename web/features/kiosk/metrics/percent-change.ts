/** How much a number changed: '+12%', '-3%', '0%'; null against 0 or an absent number (D-62). */
export const percentChange = (now: number, before: number | null): string | null => {
  if (before === null || before === 0) return null
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  return `${percent > 0 ? '+' : ''}${percent}%`
}
