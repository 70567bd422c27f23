import type { Ledger } from './ledger.ts'

/**
 * A ledger that memoizes the reads of each stream until it appends to that stream, even if the append is refused. It
 * serves one request, or several questions about records in one stream. It keeps everything that it has read, so
 * long-running work uses the ledger itself.
 */
export const readingOnce = (ledger: Ledger): Ledger => {
  const known = new Map<string, ReturnType<Ledger['read']>>()
  return {
    ...ledger,
    read: (stream, after = null) => {
      if (after !== null) return ledger.read(stream, after)
      const reading = known.get(stream) ?? ledger.read(stream)
      known.set(stream, reading)
      return reading
    },
    append: (stream, expected, events) =>
      ledger.append(stream, expected, events).finally(() => {
        known.delete(stream)
      }),
  }
}
