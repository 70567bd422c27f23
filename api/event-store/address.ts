import { existsSync } from 'node:fs'
import {
  type ConnectionOptions,
  parseConnectionString,
} from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import { Unfit } from './unfit.ts'

/** The parameters that the client knows; it repeats an address with another one on the screen, password and all. */
const parameters = [
  'userCertFile',
  'userKeyFile',
  'maxDiscoverAttempts',
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'nodePreference',
  'tls',
  'tlsVerifyCert',
  'tlsCAFile',
  'throwOnAppendFailure',
  'keepAliveInterval',
  'keepAliveTimeout',
].map((name) => name.toLowerCase())

const files = ['tlsCAFile', 'userCertFile', 'userKeyFile'] as const

const unusable = (why: string): Unfit => new Unfit(`EVENTSTORE_URL cannot be used: ${why}.`)

const isEncoded = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

/** Addresses that the client would misread or print instead of refusing them. */
const misreadIn = (url: string): string | undefined => {
  const [, authority = '', query = ''] = /^esdb(?:\+discover)?:\/\/([^?]*)\??(.*)$/.exec(url) ?? []
  const credentials = authority.slice(0, Math.max(authority.lastIndexOf('@'), 0))
  const isPlain = credentials.split(':').length === 2 && credentials.split(':').every(isEncoded)
  if (authority.includes('@') && (!isPlain || /[@/,]/.test(credentials))) {
    return 'before the @ stand user:password, percent-encoded: %25 for %, %3A for :, %40 for @, %2F for /, %2C for a comma'
  }
  const names = query === '' ? [] : query.split('&').map((pair) => pair.split('=')[0] ?? '')
  const unknown = names.find((name) => !parameters.includes(name.trim().toLowerCase().replace(/[_-]/g, '')))
  if (unknown !== undefined) return `the client does not know its parameter "${unknown}"`
  if (/tls_?-?verify_?-?cert=false/i.test(query))
    return 'the client verifies every certificate: name the CA by tlsCAFile'
  return undefined
}

/**
 * Reads an address by the client's own parser (D-113): hosts, user, TLS.
 * @throws {Unfit} with what is wrong with it, and nothing of the address that could be a password
 */
export const parseAddress = (url: string): ConnectionOptions => {
  const misread = misreadIn(url)
  if (misread !== undefined) throw unusable(misread)
  const options = parsed(url)
  for (const name of files) {
    const file = options[name]
    if (file !== undefined && !existsSync(file)) throw unusable(`there is no file ${file}, which it names as ${name}`)
  }
  const port = options.hosts.find((host) => host.port < 1 || host.port > 65535)?.port
  if (port !== undefined) throw unusable(`a port is 1 to 65535, not ${port}`)
  return options
}

const parsed = (url: string): ConnectionOptions => {
  try {
    return parseConnectionString(url)
  } catch (error) {
    // The text of the error repeats a part of the address.
    const { expected, location } = error as { expected?: string; location?: [number, number] }
    const where = location ? ` at its character ${location[0] + 1}` : ''
    throw unusable(`the client expects ${expected ?? 'an esdb:// or esdb+discover:// address'}${where}`)
  }
}

/** The address as the client takes it: of a cluster the leader, where it names no preference (D-113). */
export const addressFor = (url: string): string => {
  const { hosts, dnsDiscover, nodePreference } = parseAddress(url)
  if (nodePreference !== undefined || (hosts.length === 1 && !dnsDiscover)) return url
  return `${url}${url.includes('?') ? '&' : '?'}nodePreference=leader`
}

/** The hosts of an address, as a person may read them: without user and password. */
export const hostsOf = (url: string): string => {
  const { hosts, dnsDiscover } = parseAddress(url)
  return `${dnsDiscover ? 'esdb+discover' : 'esdb'}://${hosts.map(({ address, port }) => `${address}:${port}`).join(',')}`
}
