/** Maximum number of cached results of one lookup; when it is reached, all of them are dropped. */
const maxCached = 10_000

export type RequestCache = {
  /**
   * Memoizes a lookup by the JSON of its keys, until the cache is cleared. Its results are shared between requests and
   * must not be changed.
   */
  memoize: <Keys extends readonly unknown[], Found>(find: (...keys: Keys) => Found) => (...keys: Keys) => Found
  clear: () => void
}

/**
 * A cache for lookups that every request repeats: the caller and their rights. It is cleared whenever read models
 * advance, whatever the events are about, so that no right outlives the event that ends it.
 */
export const openRequestCache = (): RequestCache => {
  const caches: { clear: () => void }[] = []
  return {
    memoize: (find) => {
      const results = new Map<string, ReturnType<typeof find>>()
      caches.push(results)
      return (...keys) => {
        const key = JSON.stringify(keys)
        const cached = results.get(key)
        // Misses are not cached, so that guessing tokens does not fill the memory.
        if (cached !== undefined) return cached
        const found = find(...keys)
        if (results.size >= maxCached) results.clear()
        if (found !== undefined) results.set(key, found)
        return found
      }
    },
    clear: () => {
      for (const cache of caches) cache.clear()
    },
  }
}
