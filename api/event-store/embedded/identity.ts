import { createHash, generateKeyPairSync, randomBytes, sign, timingSafeEqual, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** An element of DER: its tag, the length of its content, its content. */
const element = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Uint8Array[]): Buffer => element(0x30, ...parts)
const hex = (text: string): Buffer => Buffer.from(text, 'hex')
const bits = (bytes: Uint8Array): Buffer => element(0x03, hex('00'), bytes)

const objects = {
  ecdsaWithSha256: hex('06082a8648ce3d040302'),
  commonName: hex('0603550403'),
  basicConstraints: hex('0603551d13'),
  subjectAltName: hex('0603551d11'),
}

/** Valid always: the clock of a process may be set to another day, and that of OpenSSL is not. */
const validity = sequence(element(0x17, Buffer.from('000101000000Z')), element(0x18, Buffer.from('99991231235959Z')))

const nameOf = (host: string): Buffer =>
  isIPv4(host) ? element(0x87, Uint8Array.from(host.split('.'), Number)) : element(0x82, Buffer.from(host))

const extensionsFor = (hosts: readonly string[]): Buffer =>
  element(
    0xa3,
    sequence(
      // Its own authority, so that every client takes it as the one certificate to trust.
      sequence(objects.basicConstraints, hex('0101ff'), element(0x04, sequence(hex('0101ff')))),
      sequence(objects.subjectAltName, element(0x04, sequence(...hosts.map(nameOf)))),
    ),
  )

const pem = (label: string, der: Uint8Array): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** Generates a P-256 key and a self-signed X.509 certificate for these host names and IPv4 addresses, both in PEM. */
const selfSigned = (hosts: readonly string[]): { key: string; certificate: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(objects.ecdsaWithSha256)
  const name = sequence(element(0x31, sequence(objects.commonName, element(0x0c, Buffer.from('Siteledger events')))))
  // A serial number is positive: the first byte keeps its highest bit clear, and is no superfluous zero.
  const serial = element(0x02, hex('01'), randomBytes(15))
  const signed = sequence(
    element(0xa0, hex('020102')),
    serial,
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensionsFor(hosts),
  )
  const certificate = sequence(signed, algorithm, bits(sign('sha256', signed, privateKey)))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: pem('CERTIFICATE', certificate),
  }
}

/** The files of a node's identity, which stand next to its log. */
const names = { key: 'eventstore.key', certificate: 'eventstore.crt', address: 'eventstore-url' } as const

/**
 * The identity of a node (key and certificate), and the credentials of its callers: user name and password, made
 * from the key. Whoever can read the file of the address knows all that a client needs, and nobody else does.
 */
export type Identity = {
  key: string
  certificate: string
  /** Whether the value of an `authorization` header is the password. */
  admits: (authorization: string | undefined) => boolean
  /** Writes the file of the address for clients on this machine, and returns the address. */
  publish: (port: number) => string
}

/** Whether nobody outside this machine can reach the address. */
export const isLoopback = (host: string): boolean => host === 'localhost' || (isIPv4(host) && host.startsWith('127.'))

/** Writes a file that only its owner can read; it appears complete, and never keeps the mode of a former one. */
const writePrivate = (file: string, text: string): void => {
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx' })
  renameSync(draft, file)
}

/** A folder for a node that stores nothing; it goes with the process. */
const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'event-store-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const isFor = (certificate: Buffer, host: string): boolean => {
  const known = new X509Certificate(certificate)
  return (isIPv4(host) ? known.checkIP(host) : known.checkHost(host)) !== undefined
}

/** Forgets the identity in a folder, so that the next node there has a new one. */
export const forgetIdentity = (folder: string): void => {
  for (const name of Object.values(names)) rmSync(join(folder, name), { force: true })
}

/**
 * The identity of the node with this log, made if there is none. It outlives the process, so that the clients of a node
 * that died can go on with its successor. `file` may be ":memory:".
 */
export const identityOf = (file: string, host: string): Identity => {
  const folder = file === ':memory:' ? temporaryFolder() : dirname(file)
  const pathOf = (name: keyof typeof names): string => join(folder, names[name])
  const isKnown = existsSync(pathOf('key')) && existsSync(pathOf('certificate'))
  if (!isKnown || !isFor(readFileSync(pathOf('certificate')), host)) {
    const made = selfSigned([...new Set(['localhost', '127.0.0.1', host])])
    writePrivate(pathOf('certificate'), made.certificate)
    writePrivate(pathOf('key'), made.key)
  }
  const key = readFileSync(pathOf('key'), 'utf8')
  const password = createHash('sha256').update(`password\n${key}`).digest('base64url')
  const expected = Buffer.from(`Basic ${Buffer.from(`siteledger:${password}`).toString('base64')}`)
  return {
    key,
    certificate: readFileSync(pathOf('certificate'), 'utf8'),
    admits: (authorization = '') => {
      const actual = Buffer.from(authorization)
      return actual.length === expected.length && timingSafeEqual(actual, expected)
    },
    publish: (port) => {
      // By name: Node warns of a TLS connection to a number.
      const address = `${host === '127.0.0.1' ? 'localhost' : host}:${port}`
      const url = `esdb://siteledger:${password}@${address}?tlsCAFile=${encodeURIComponent(pathOf('certificate'))}`
      writePrivate(pathOf('address'), `${url}\n`)
      return url
    },
  }
}
