import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../api/event-store/embedded/main.ts', import.meta.url))

/** `pid` is that of an embedded node. */
export type TestEventStore = { url: string; pid?: number | undefined; stop(): Promise<void> }

/**
 * An event store for a test: that of EVENTSTORE_URL, else an embedded node in its own process with its data in memory.
 * `args` are those of the embedded node's main.ts.
 */
export async function startEventStore(args: string[] = []): Promise<TestEventStore> {
  const external = process.env.EVENTSTORE_URL
  if (external) return { url: external, stop: async () => {} }
  const child = fork(MAIN, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`the event store node exited with ${code}`))),
  ])
  const { url } = message as { url: string }
  return {
    url,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
