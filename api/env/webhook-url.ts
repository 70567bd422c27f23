import { isIPv6 } from 'node:net'

/** Hosts that a server on this machine hears calls of 127.0.0.1 on. */
const everywhere = ['', '0.0.0.0', '::', 'localhost', '127.0.0.1']

/** Where the product takes webhooks, which listens on a host and a port of this machine. */
export const webhookUrl = ({ host, port }: { host: string; port: number }): string => {
  const name = everywhere.includes(host) ? '127.0.0.1' : isIPv6(host) ? `[${host}]` : host
  return `http://${name}:${port}/webhook/stripe`
}
