/** One run of a generator that a compiler has turned into steps; a step that ends it calls `stop`. */
type Steps = { prev: number; next: number; stop: () => void }

const wrap = <Value>(step: (steps: Steps) => Value): Iterator<Value, undefined> => {
  let isDone = false
  const stop = () => {
    isDone = true
  }
  const steps: Steps = { prev: 0, next: 0, stop }
  return {
    next: () => {
      const value = step(steps)
      return isDone ? { done: true, value: undefined } : { done: false, value }
    },
  }
}

// The build of @pdf-lib/fontkit calls this helper of its compiler to shape the scripts of India and Cambodia, and does
// not bring it.
Object.assign(globalThis, { regeneratorRuntime: { mark: (generator: unknown) => generator, wrap } })
