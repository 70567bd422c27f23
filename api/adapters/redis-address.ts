import type { RedisOptions } from 'ioredis'

/** The library takes the options that it declares but for this one. */
export type ClientOptions = Omit<RedisOptions, 'replyMapping'>

const bySentinels = /^redis\+sentinel:\/\/([^@/?#]*@)?([^@/?#]+)\/([\w.-]+)(?:\/(\d{1,5}))?(?:\?([^#]*))?$/

/** The parameters of an address with Sentinels. */
const parameters = ['sentinelPassword', 'tls']

/** The parts of an address with Sentinels; undefined if it is none. */
const partsOf = (address: string) => {
  const [whole, user = '', hosts = '', name = '', db = '0', query] = bySentinels.exec(address) ?? []
  if (whole === undefined) return undefined
  const asked = new URLSearchParams(query)
  const scheme = asked.get('tls') === 'true' ? 'rediss' : 'redis'
  return { servers: hosts.split(',').map((host) => `${scheme}://${user}${host}`), name, db: Number(db), asked }
}

/** The addresses that one names: of a Redis itself, or of its Sentinels, each with the user and password of the Redis. */
export const redisServers = (address: string): string[] => partsOf(address)?.servers ?? [address]

const isServer = (address: string): boolean =>
  /^rediss?:/.test(address) && URL.canParse(address) && !/%(?![\da-f]{2})/i.test(address)

/** Whether an address can be used: redis:, rediss: or redis+sentinel:. */
export const isRedisAddress = (address: string): boolean => {
  const { asked, servers } = partsOf(address) ?? { asked: new URLSearchParams(), servers: [address] }
  const isKnown = [...asked.keys()].every((name) => parameters.includes(name))
  const tls = asked.get('tls') ?? 'true'
  return isKnown && /^(true|false)$/.test(tls) && servers.every(isServer)
}

const decoded = (text: string): string | undefined => (text === '' ? undefined : decodeURIComponent(text))

/** The options by which a client asks Sentinels for their Redis; undefined for an address without. */
export const sentinelOptions = (address: string): ClientOptions | undefined => {
  const parts = partsOf(address)
  if (!parts) return undefined
  const { servers, name, db, asked } = parts
  const urls = servers.map((server) => new URL(server))
  const tls = asked.get('tls') === 'true' ? { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true } : {}
  const password = asked.get('sentinelPassword')
  return {
    sentinels: urls.map(({ hostname, port }) => ({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || 26379,
    })),
    name,
    db,
    username: decoded(urls[0]?.username ?? ''),
    password: decoded(urls[0]?.password ?? ''),
    ...(password !== null && { sentinelPassword: password }),
    ...tls,
    // A Redis that hangs or is cut off keeps its connections, while the Sentinels have another.
    failoverDetector: true,
  }
}
