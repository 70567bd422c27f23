/** Does work side by side, so many pieces at once. */
export type Pool = {
  /** Begins a piece of work, once there is room for it. Throws what an earlier one threw. */
  add: (work: () => Promise<void>) => Promise<void>
  /** Resolves once nothing is under way. Throws what a piece threw. */
  idle: () => Promise<void>
}

export const openPool = (size: number): Pool => {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  const check = () => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    add: async (work) => {
      if (running.size >= size) await Promise.race(running)
      check()
      const piece = work()
        .catch((error) => void failures.push(error))
        .finally(() => running.delete(piece))
      running.add(piece)
    },
    idle: async () => {
      await Promise.all(running)
      check()
    },
  }
}
