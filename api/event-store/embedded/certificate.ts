import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIPv4 } from 'node:net'

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
export const selfSigned = (hosts: readonly string[]): { key: string; certificate: string } => {
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
