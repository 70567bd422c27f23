import { parseArgs } from 'node:util'
import { endWithParent, tellParent } from '#api/operations/parent.ts'
import { startEmbeddedNode } from './node.ts'
import { CannotStart } from './schema.ts'

/**
 * The embedded event store as a process:
 *
 *   node api/event-store/embedded/main.ts [--file PATH | :memory:] [--port N] [--host ADDRESS]
 *
 * Defaults: :memory:, any free port, 127.0.0.1. When it takes calls it prints {"type":"listening","port":N} and sends
 * the same to its parent. SIGTERM, SIGINT and the end of its parent stop it in order. It exits with 1 and one line on standard error when it
 * cannot start or when the disk fails.
 */
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: ':memory:' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
  },
})

function fail(message: string): never {
  process.stderr.write(`event store: ${message}\n`)
  process.exit(1)
}

const explain = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const onDiskError = (error: unknown): never => fail(`stopped, ${values.file} cannot be written: ${explain(error)}`)

process.on('uncaughtException', (error) => fail(`stopped by an unexpected error: ${error.stack ?? error.message}`))

const node = await startEmbeddedNode({
  file: values.file,
  host: values.host,
  port: Number(values.port),
  onDiskError,
}).catch((error) => fail(error instanceof CannotStart ? error.message : explain(error)))

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await node.stop()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
endWithParent(stop)

const listening = { type: 'listening' as const, port: node.port }
process.stdout.write(`${JSON.stringify(listening)}\n`)
tellParent(listening)
