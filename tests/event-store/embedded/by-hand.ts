import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, connect } from 'node:http2'
import { credentials, Metadata } from '@grpc/grpc-js'

/** The parts of a node's address, for calls that are made by hand. */
export const addressOf = (url: string) => {
  const { host, username, password, searchParams } = new URL(url.replace('esdb:', 'http:'))
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  return { host, authorization, certificate: readFileSync(searchParams.get('tlsCAFile') ?? '') }
}

/** An HTTP/2 connection to a node; the credentials have to be given with each request. */
export const sessionTo = (url: string): ClientHttp2Session => {
  const { host, certificate } = addressOf(url)
  return connect(`https://${host}`, { ca: certificate })
}

/** The credentials of gRPC for a node, or for a server without TLS. */
export const grpcCredentials = (url: string) => {
  if (url.includes('tls=false')) return credentials.createInsecure()
  const { authorization, certificate } = addressOf(url)
  const metadata = new Metadata()
  metadata.add('authorization', authorization)
  const ofCall = credentials.createFromMetadataGenerator((_, give) => give(null, metadata))
  return credentials.combineChannelCredentials(credentials.createSsl(certificate), ofCall)
}
