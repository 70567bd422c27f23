import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { appendMethods } from './appends.ts'
import { clusterMethods } from './cluster.ts'
import { commitsOn } from './commit.ts'
import { CannotStart, openFile } from './file.ts'
import { logIn } from './log.ts'
import { readerOf } from './reader.ts'
import { readMethod } from './reads.ts'
import { serve } from './server.ts'

/**
 * The embedded event store as a process:
 *
 *   node api/event-store/embedded/main.ts [--file PATH] [--port N] [--host ADDRESS]
 *
 * The file is DATA_DIR/events.sqlite unless it is named; without either, or as ":memory:", nothing lasts. The port is
 * EMBEDDED_EVENTSTORE_PORT, else any free one; the host 127.0.0.1. When it takes calls it prints one line and sends
 * {type: 'listening', port} to its parent. SIGTERM, SIGINT and the end of its parent stop it in order. It exits with 1
 * and one line on standard error when it cannot start or when the disk fails.
 */
const { DATA_DIR, EMBEDDED_EVENTSTORE_PORT = '0' } = process.env
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: DATA_DIR ? join(DATA_DIR, 'events.sqlite') : ':memory:' },
    port: { type: 'string', default: EMBEDDED_EVENTSTORE_PORT },
    host: { type: 'string', default: '127.0.0.1' },
  },
})
const { file, host } = values

function fail(reason: unknown): never {
  process.stderr.write(`Event store: ${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exit(1)
}

const onDiskError = (error: unknown): never =>
  fail(`stopped, because ${file} failed: ${error instanceof Error ? error.message : String(error)}`)

// A reader that meets a disk that cannot be read throws in the middle of a page: nobody may be told it was the end.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_SQLITE_ERROR') onDiskError(error)
  fail(`stopped by an unexpected error: ${JSON.stringify(error.stack)}`)
})

async function start(port: number): Promise<{ port: number; stop(): Promise<void> }> {
  const { db, close } = openFile(file)
  const commits = commitsOn(db, onDiskError)
  const log = logIn(db, commits.written)
  const reader = readerOf(db, log.streams)
  const address = { host, port }
  const methods = [...appendMethods(log, commits), readMethod(reader, commits), ...clusterMethods(address)]
  const server = await serve(methods, address).catch((error) => {
    close()
    throw new CannotStart(`Cannot listen on ${host}:${port} (${error.code ?? error.message}).`)
  })
  address.port = server.port
  const stop = async () => {
    commits.end()
    await new Promise((resolve) => setImmediate(resolve))
    await server.stop()
    close()
  }
  return { port: server.port, stop }
}

const node = await start(Number(values.port)).catch(fail)

let stopping = false
/** Answers what was asked, breaks off what stays open, and leaves a file that needs no check at the next start. */
const stop = () => {
  if (!stopping) void node.stop().then(() => process.exit(0))
  stopping = true
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)

process.stdout.write(`Event store listens on ${host}:${node.port} (${file})\n`)
process.send?.({ type: 'listening', port: node.port })
