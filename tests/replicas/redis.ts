import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boundToParent, freePort, newRedisEndpoint, readiness, redisProgram, redisSpec } from '#cli/operations/redis.ts'
import { type Part, partOf } from './part.ts'

/** Redis as a fleet reaches it; with Sentinels the first of `servers` is the leader at first. */
export type FleetRedis = { url: string; servers: readonly Part[]; sentinels: readonly Part[] }

/** How a client of Redis asks Sentinels for the leader. */
type SentinelGroup = {
  sentinels: { host: string; port: number }[]
  name: string
  password: string
  sentinelPassword: string
}

/** One Redis, as npm start runs it, on a port that it keeps. */
export const oneRedis = async (folder: string): Promise<FleetRedis> => {
  const endpoint = await newRedisEndpoint(join(folder, 'redis'))
  const server = partOf('Redis', () => redisSpec(endpoint, process.env))
  await server.start()
  return { url: endpoint.url, servers: [server], sentinels: [] }
}

/** The name by which Sentinels know the group of servers. */
const group = 'main'

/** Two Redis, one of which follows the other, and three Sentinels, of which two decide that the other leads. */
export const redisBySentinel = async (folder: string): Promise<FleetRedis & { group: SentinelGroup }> => {
  const leader = await newRedisEndpoint(join(folder, 'redis-1'))
  const { password } = leader
  const follower = { ...leader, folder: join(folder, 'redis-2'), port: await freePort() }
  const replication = ['--masterauth', password, '--repl-diskless-sync-delay', '0']
  const server = (name: string, endpoint: typeof leader, further: readonly string[]): Part =>
    partOf(name, () => {
      const spec = redisSpec(endpoint, process.env)
      return { ...spec, args: [...spec.args, ...replication, ...further] }
    })
  const servers = [
    server('Redis 1', leader, []),
    server('Redis 2', follower, ['--replicaof', `127.0.0.1 ${leader.port}`]),
  ]

  const sentinel = (name: string, port: number): Part => {
    const own = join(folder, `sentinel-${port}`)
    mkdirSync(own)
    // A Sentinel writes down there what it has seen, so that it knows at its return who leads.
    const file = join(own, 'sentinel.conf')
    writeFileSync(
      file,
      `port ${port}
bind 127.0.0.1
dir ${own}
requirepass ${password}
sentinel sentinel-pass ${password}
sentinel monitor ${group} 127.0.0.1 ${leader.port} 2
sentinel auth-pass ${group} ${password}
sentinel down-after-milliseconds ${group} 2000
sentinel failover-timeout ${group} 10000
`,
    )
    return partOf(name, () => ({
      ...boundToParent(redisProgram() ?? '', [file, '--sentinel']),
      env: process.env,
      readiness: readiness(port, password),
      graceMs: 5_000,
    }))
  }
  const ports = [await freePort(), await freePort(), await freePort()]
  const sentinels = ports.map((port, index) => sentinel(`Sentinel ${index + 1}`, port))
  for (const part of [...servers, ...sentinels]) await part.start()
  const addresses = ports.map((port) => ({ host: '127.0.0.1', port }))
  const hosts = addresses.map(({ host, port }) => `${host}:${port}`).join(',')
  const url = `redis+sentinel://:${password}@${hosts}/${group}/0?sentinelPassword=${password}`
  return {
    url,
    servers,
    sentinels,
    group: { sentinels: addresses, name: group, password, sentinelPassword: password },
  }
}
