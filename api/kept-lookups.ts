/** Answers that are kept of one look-up at the most: beyond that all are forgotten. */
const mostKept = 10_000

export type KeptLookups = {
  /**
   * The same look-up, asked once for the same keys, as their JSON tells them apart, until all is forgotten. Its answers
   * are shared: change none.
   */
  keep: <Keys extends readonly unknown[], Found>(find: (...keys: Keys) => Found) => (...keys: Keys) => Found
  forget: () => void
}

/**
 * Look-ups that each request makes again with the same outcome: who calls, and what they may. They are forgotten with
 * every event that the read models take in, whatever it is about, so that no right outlives the event that ends it.
 */
export const keepLookups = (): KeptLookups => {
  const all: { clear: () => void }[] = []
  return {
    keep: (find) => {
      const known = new Map<string, ReturnType<typeof find>>()
      all.push(known)
      return (...keys) => {
        const key = JSON.stringify(keys)
        const kept = known.get(key)
        // What is not there is asked for again: whoever guesses fills no memory.
        if (kept !== undefined) return kept
        const found = find(...keys)
        if (known.size >= mostKept) known.clear()
        if (found !== undefined) known.set(key, found)
        return found
      }
    },
    forget: () => {
      for (const known of all) known.clear()
    },
  }
}
