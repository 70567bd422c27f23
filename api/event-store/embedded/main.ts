import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { MethodDefinition } from '@grpc/grpc-js'
import { appendMethods } from './appends.ts'
import { commitsOn } from './commit.ts'
import { CannotStart, openFile } from './file.ts'
import { type Method, method } from './grpc.ts'
import { identityOf, isLoopback } from './identity.ts'
import { expectNoStream, type Log, logIn } from './log.ts'
import { framed } from './protobuf.ts'
import { readerOf } from './reader.ts'
import { readMethod } from './reads.ts'
import { defaultReserve, roomOn } from './room.ts'
import { serve } from './server.ts'
import { metadataStreamOf } from './streams.ts'

/** The EventStoreDB version whose behaviour this node follows. */
const serverVersion = '24.10.4'

/**
 * Cluster gossip (this node alone, always the leader) and the supported methods. The client asks for both without
 * credentials, and neither tells about the log.
 */
const clusterMethods = (address: { host: string; port: number }): Method[] => {
  const instanceId = new sharedPb.UUID().setString(randomUUID())
  return [
    unary(GossipService.read, () => {
      const member = new gossipPb.MemberInfo()
        .setInstanceId(instanceId)
        .setTimeStamp(`${Date.now()}0000`)
        .setState(gossipPb.MemberInfo.VNodeState.LEADER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossipPb.EndPoint().setAddress(address.host).setPort(address.port))
      return new gossipPb.ClusterInfo().setMembersList([member])
    }),
    unary(ServerFeaturesService.getSupportedMethods, () => {
      const supported = new featuresPb.SupportedMethods().setEventStoreServerVersion(serverVersion)
      // The client batches appends only if batchappend is listed here.
      for (const { path } of Object.values(StreamsService)) {
        const [, service = '', name = ''] = path.toLowerCase().split('/')
        supported.addMethods(new featuresPb.SupportedMethod().setServiceName(service).setMethodName(name))
      }
      return supported
    }),
  ]
}

/** A method with one request and one response. */
const unary = <Request, Response>(definition: MethodDefinition<Request, Response>, answer: () => Response): Method => {
  const bound = method(definition, (call) => ({
    message() {
      const response = definition.responseSerialize(answer())
      call.send(framed(response.length, (out) => out.raw(response)))
      call.end()
    },
  }))
  return { ...bound, anonymous: true }
}

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * The embedded event store as a process:
 *
 *   node api/event-store/embedded/main.ts [--file PATH] [--port N] [--host ADDRESS] [--reserve BYTES]
 *
 * The file is DATA_DIR/events.sqlite unless --file names one; without either, or with ":memory:", nothing is stored.
 * The port is EMBEDDED_EVENTSTORE_PORT, otherwise any free one; the host is 127.0.0.1, and may be no
 * address that others can reach. While less than the reserve, 64 MB, is free on the disk, it refuses to write. Once it accepts calls it prints one line, writes its address with the password into
 * `eventstore-url` next to the file, and sends {type: 'listening', port, url} to its parent. SIGTERM, SIGINT and the end
 * of its parent stop it in order. It exits with 1 and one line on standard error if it cannot start or the disk fails.
 */
const { DATA_DIR, EMBEDDED_EVENTSTORE_PORT = '0' } = process.env
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: DATA_DIR ? join(DATA_DIR, 'events.sqlite') : ':memory:' },
    port: { type: 'string', default: EMBEDDED_EVENTSTORE_PORT },
    host: { type: 'string', default: '127.0.0.1' },
    reserve: { type: 'string', default: String(defaultReserve) },
  },
})
const { host } = values
const file = values.file === ':memory:' ? values.file : resolve(values.file)

const fail = (reason: unknown): never => {
  process.stderr.write(`Event store: ${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exit(1)
}

const say = (line: string): void => void process.stdout.write(`Event store ${line}\n`)

const onDiskError = (error: unknown): never =>
  fail(`stopped, because ${file} failed: ${error instanceof Error ? error.message : String(error)}`)

// A read error of the disk throws in the middle of a page: the process ends, so no reader takes that for the end of the
// log.
process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  if (error.code === 'ERR_SQLITE_ERROR') onDiskError(error)
  fail(`stopped by an unexpected error: ${JSON.stringify(error.stack)}`)
})

/**
 * A log is never empty: as on the server, a new one begins with a system event, so that readers of `$all` have to skip
 * system events from the first day.
 */
const beginLog = ({ append }: Pick<Log, 'append'>): void => {
  const metadata = Buffer.from('{"$maxAge":86400}')
  const event = { id: randomUUID(), type: '$metadata', json: true, data: metadata, metadata: Buffer.alloc(0) }
  append(metadataStreamOf('$stats-0.0.0.0:2113'), expectNoStream, [event])
}

const start = async (port: number): Promise<{ port: number; url: string; stop(): Promise<void> }> => {
  if (!isLoopback(host)) throw new CannotStart(`--host ${host} can be reached by others: name a loopback address.`)
  const { db, close } = openFile(file)
  const commits = commitsOn(db, onDiskError, roomOn(file, Number(values.reserve), say))
  const log = logIn(db, commits.written)
  const reader = readerOf(db, log.streams)
  if (reader.end() === 0)
    commits.submit(
      () => beginLog(log),
      () => {},
    )
  const address = { host, port }
  const methods = [...appendMethods(log, commits), readMethod(reader, commits), ...clusterMethods(address)]
  const identity = identityOf(file, host)
  const server = await serve(methods, address, identity).catch((error) => {
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
  return { port: server.port, url: identity.publish(server.port), stop }
}

const node = await start(Number(values.port)).catch(fail)

let stopping = false
/** Answers pending calls, cancels open ones, and leaves a file that needs no verification at the next start. */
const stop = () => {
  if (!stopping) void node.stop().then(() => process.exit(0))
  stopping = true
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)

say(`listens on ${host}:${node.port} (${file})`)
process.send?.({ type: 'listening', port: node.port, url: node.url })
