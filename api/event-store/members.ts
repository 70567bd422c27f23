import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import gossipPb, { type ClusterInfo, type MemberInfo } from '@eventstore/db-client/generated/gossip_pb.js'
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js'
import { parseAddress } from './address.ts'

/** A node as the cluster's gossip tells of it: `role` is such as leader or follower; a dead one keeps its last role. */
export type Member = { address: string; role: string; isAlive: boolean }

/** The facts that any node tells without asking who calls. */
export type Cluster = { version: string; members: Member[] }

/** Milliseconds that a node has for an answer. */
const patience = 3000

const bytesOf = (file: string | undefined): Buffer | null => (file === undefined ? null : readFileSync(file))

const channelFor = (url: string): ChannelCredentials => {
  const { tls, tlsCAFile, userKeyFile, userCertFile } = parseAddress(url)
  if (tls === false) return credentials.createInsecure()
  return credentials.createSsl(bytesOf(tlsCAFile), bytesOf(userKeyFile), bytesOf(userCertFile))
}

const roles = new Map(Object.entries(gossipPb.MemberInfo.VNodeState).map(([name, state]) => [state, name]))

const memberOf = (member: MemberInfo): Member => {
  const end = member.getHttpEndPoint()
  const role = (roles.get(member.getState()) ?? 'unknown').toLowerCase()
  return { address: `${end?.getAddress()}:${end?.getPort()}`, role, isAlive: member.getIsAlive() }
}

const askNode = async (address: string, channel: ChannelCredentials): Promise<Cluster> => {
  const gossip = new GossipClient(address, channel)
  const features = new ServerFeaturesClient(address, channel)
  const call = [new sharedPb.Empty(), new Metadata(), { deadline: Date.now() + patience }] as const
  try {
    const [told, supported] = await Promise.all([
      promisify<ClusterInfo>((done) => gossip.read(...call, done))(),
      promisify<SupportedMethods>((done) => features.getSupportedMethods(...call, done))(),
    ])
    return { version: supported.getEventStoreServerVersion(), members: told.getMembersList().map(memberOf) }
  } finally {
    gossip.close()
    features.close()
  }
}

/** The members, as the first node of an address that answers tells them. @throws AggregateError if none answers */
export const clusterAt = (url: string): Promise<Cluster> => {
  const channel = channelFor(url)
  return Promise.any(parseAddress(url).hosts.map(({ address, port }) => askNode(`${address}:${port}`, channel)))
}
