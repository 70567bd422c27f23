import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { status } from '@grpc/grpc-js'
import { Call, GrpcError } from '#api/event-store/embedded/grpc.ts'
import { forwarderTo } from './forward.ts'
import { gossipMethod, type Told } from './gossip.ts'

type Member = { server: Http2Server; port: number; sessions: Set<ServerHttp2Session>; isAlive: boolean }

const notLeader = (leader: Member | undefined): GrpcError =>
  leader
    ? new GrpcError(status.NOT_FOUND, 'Another member leads.', {
        exception: 'not-leader',
        'leader-endpoint-host': '127.0.0.1',
        'leader-endpoint-port': String(leader.port),
      })
    : new GrpcError(status.UNAVAILABLE, 'No member leads.')

/**
 * A stand-in for an EventStoreDB of several members, without TLS and users: addresses that gossip and hand every other
 * call on to one embedded node, so that they hold the same log at every moment. Only the leader takes calls that require
 * it. It shows how clients find and follow a leader; it elects and replicates nothing.
 */
export const startCluster = async (nodeUrl: string, size = 3) => {
  const members: Member[] = []
  let leader: Member | undefined
  const hangUp = ({ sessions }: Member) => {
    for (const session of sessions) session.destroy()
  }
  const forwarder = forwarderTo(nodeUrl, () => members.forEach(hangUp))
  const told = (): Told[] =>
    members.map((member) => ({
      port: member.port,
      isAlive: member.isAlive,
      isLeader: member === leader,
      isElecting: leader === undefined,
    }))
  const gossip = gossipMethod(told)

  const serve = (member: Member): void => {
    member.server.on('session', (session) => {
      member.sessions.add(session)
      session.on('error', () => session.destroy())
      session.on('close', () => member.sessions.delete(session))
      if (!member.isAlive) session.destroy()
    })
    member.server.on('stream', (stream, headers) => {
      stream.on('error', () => stream.close())
      if (headers[':path'] === gossip.path) return void gossip.open(stream, headers)
      if (headers['requires-leader'] === 'true' && member !== leader) {
        return new Call(stream.resume(), headers).end(notLeader(leader))
      }
      forwarder.forward(stream, headers)
    })
  }
  for (let index = 0; index < size; index += 1) {
    const server = createServer({ settings: { initialWindowSize: 4 * 1024 * 1024 } })
    const member: Member = { server, port: 0, sessions: new Set(), isAlive: true }
    serve(member)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    member.port = (server.address() as AddressInfo).port
    members.push(member)
  }
  leader = members[0]
  const addresses = members.map(({ port }) => `127.0.0.1:${port}`)

  return {
    url: `esdb://${addresses.join(',')}?tls=false`,
    addresses,
    /** The former leader dies with all of its connections; nobody leads until `lead`. */
    killLeader: () => {
      if (!leader) return
      leader.isAlive = false
      hangUp(leader)
      leader = undefined
    },
    /** Another member leads from now on; one that was dead is back. */
    lead: (index: number) => {
      const next = members[index]
      if (!next) throw new RangeError(`There is no member ${index}`)
      next.isAlive = true
      leader = next
    },
    close: async () => {
      forwarder.close()
      const closed = members.map(({ server }) => new Promise((resolve) => server.close(resolve)))
      members.forEach(hangUp)
      await Promise.all(closed)
    },
  }
}
