/** The share of the log that is read; positions are proportional to bytes written. */
export const shareOf = (position: string | null, target: string | null): number => {
  if (target === null || target === '0') return 1
  return Math.min(1, Number(BigInt(position ?? 0)) / Number(BigInt(target)))
}
