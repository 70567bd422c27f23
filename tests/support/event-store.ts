import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../api/event-store/embedded/main.ts', import.meta.url))

/** `pid` is there when it is an embedded node. */
export type TestEventStore = { url: string; pid?: number | undefined; stop(): Promise<void> }

/**
 * An event store for a test: the one EVENTSTORE_URL names, else an embedded node of its own process with a memory file.
 * `args` are those of the embedded node's main.ts.
 */
export async function startEventStore(args: string[] = []): Promise<TestEventStore> {
  const given = process.env.EVENTSTORE_URL
  if (given) return { url: given, stop: async () => {} }
  const child = fork(MAIN, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`the event store node exited with ${code}`))),
  ])
  const { port } = message as { port: number }
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
