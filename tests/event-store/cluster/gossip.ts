import { randomUUID } from 'node:crypto'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { type Method, method } from '#api/event-store/embedded/grpc.ts'
import { framed } from '#api/event-store/embedded/protobuf.ts'

/** A member of a cluster as gossip tells of it. */
export type Told = { port: number; isLeader: boolean; isAlive: boolean; isElecting: boolean }

const { LEADER, FOLLOWER, UNKNOWN } = gossipPb.MemberInfo.VNodeState

const memberOf = ({ port, isLeader, isAlive, isElecting }: Told) =>
  new gossipPb.MemberInfo()
    .setInstanceId(new sharedPb.UUID().setString(randomUUID()))
    .setTimeStamp(`${Date.now()}0000`)
    .setState(isLeader ? LEADER : isElecting ? UNKNOWN : FOLLOWER)
    .setIsAlive(isAlive)
    .setHttpEndPoint(new gossipPb.EndPoint().setAddress('127.0.0.1').setPort(port))

/** The call by which a client learns who leads; while nobody does, every member is between two roles. */
export const gossipMethod = (members: () => Told[]): Method =>
  method(GossipService.read, (call) => ({
    message() {
      const answer = new gossipPb.ClusterInfo().setMembersList(members().map(memberOf)).serializeBinary()
      call.send(framed(answer.length, (out) => out.raw(answer)))
      call.end()
    },
  }))
