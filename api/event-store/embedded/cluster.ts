import { randomUUID } from 'node:crypto'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { MethodDefinition } from '@grpc/grpc-js'
import { type Method, method } from './grpc.ts'
import { framed } from './protobuf.ts'

/** The EventStoreDB version whose behaviour this node follows. */
const serverVersion = '24.10.4'

/**
 * Cluster gossip (this node alone, always the leader) and the supported methods. The client asks for both without
 * credentials, and neither tells about the log.
 */
export const clusterMethods = (address: { host: string; port: number }): Method[] => {
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
