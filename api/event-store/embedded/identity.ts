import { createHash, timingSafeEqual, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isIPv4 } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { selfSigned } from './certificate.ts'

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
