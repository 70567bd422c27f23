import { keptFile } from './kept-file.ts'

/** Whether a process of this machine has this id. */
export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * What commands have ordered and not brought here yet, by what was ordered: the same command goes on with it where the
 * earlier one was stopped. What another command still waits for is left to that one.
 */
export const begunOrders = (env: NodeJS.ProcessEnv, ...order: readonly unknown[]) => {
  const store = keptFile(env, 'orders')
  const name = JSON.stringify(order)
  return {
    /** The id of what was ordered. */
    stopped: (): string | undefined => {
      const [id, pid] = store.get(name)?.split(' ') ?? []
      return Number(pid) !== process.pid && isRunning(Number(pid)) ? undefined : id
    },
    begin: (id: string) => store.set(name, `${id} ${process.pid}`),
    end: () => store.delete(name),
  }
}
