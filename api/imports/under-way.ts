/** What this process is writing, by keys, so that others can wait for it. Open it once per process. */
export type UnderWay = {
  /** Does work under a key, beside other work there. */
  doing: <Result>(key: string, act: () => Promise<Result>) => Promise<Result>
  /** Does work under a key once no other is under way there. */
  alone: <Result>(key: string, act: () => Promise<Result>) => Promise<Result>
  /** Resolves when all that is under way under a key now has ended. */
  ended: (key: string) => Promise<unknown>
}

export const openUnderWay = (): UnderWay => {
  const all = new Map<string, Set<Promise<unknown>>>()
  const ended = (key: string) => Promise.allSettled(all.get(key) ?? [])
  const doing: UnderWay['doing'] = async (key, act) => {
    const work = act()
    const works = all.get(key) ?? new Set()
    all.set(key, works.add(work))
    try {
      return await work
    } finally {
      works.delete(work)
      if (works.size === 0) all.delete(key)
    }
  }
  return {
    doing,
    ended,
    alone: async (key, act) => {
      while (all.has(key)) await ended(key)
      return doing(key, act)
    },
  }
}
