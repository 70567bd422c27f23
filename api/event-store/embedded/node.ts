import { appendMethod, deleteMethods } from './appends.ts'
import { batchAppendMethod } from './batch-append.ts'
import { clusterMethods } from './cluster.ts'
import { commitsOn } from './commit.ts'
import { CannotStart, openFile } from './file.ts'
import { logIn } from './log.ts'
import { readerOf } from './reader.ts'
import { readMethod } from './reads.ts'
import { serve } from './server.ts'

export type NodeOptions = {
  /** The event store file, or ':memory:'. */
  file: string
  host: string
  /** 0 takes any free port. */
  port: number
  /** Called once, when the disk failed. Nothing is acknowledged any more; the process must end. */
  onDiskError(error: unknown): void
}

/**
 * Starts the single-machine event store: EventStoreDB's gRPC protocol over one SQLite file. Throws CannotStart with a
 * line for a person. It takes its thread for itself while it writes, so give it a process or a worker thread.
 */
export async function startEmbeddedNode({ file, host, port, onDiskError }: NodeOptions) {
  const { db, close } = openFile(file)
  try {
    const commits = commitsOn(db, onDiskError)
    const log = logIn(db, commits.written)
    const reader = readerOf(db, log.streams)
    const address = { host, port }
    const methods = [
      appendMethod(log, commits),
      batchAppendMethod(log, commits),
      ...deleteMethods(log, commits),
      readMethod(reader, commits),
      ...clusterMethods(() => address),
    ]
    const server = await serve(methods, { host, port }).catch((error) => {
      throw new CannotStart(`Cannot listen on ${host}:${port} (${error.code ?? error.message}).`)
    })
    address.port = server.port
    const end = async (): Promise<void> => {
      commits.end()
      await server.stop()
      close()
    }
    let ended: Promise<void> | undefined
    return {
      port: server.port,
      /** Answers what was asked, breaks off what stays open, and leaves a file that needs no check at the next start. */
      stop: (): Promise<void> => {
        ended ??= end()
        return ended
      },
    }
  } catch (error) {
    close()
    throw error
  }
}
