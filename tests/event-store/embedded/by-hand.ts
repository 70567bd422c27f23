import { readFileSync } from 'node:fs'
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2'
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

/** Calls of gRPC to a node, which are begun on one connection and written by hand. */
export const callsTo = (url: string) => {
  const session = sessionTo(url)
  const { authorization } = addressOf(url)
  const ofEach = { authorization, ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' }
  return {
    begin: (path: string): ClientHttp2Stream => session.request({ ...ofEach, ':path': path }),
    end: () => session.destroy(),
  }
}

/** A message as gRPC sends it: its length before its bytes. */
export const framed = (bytes: Uint8Array): Buffer => {
  const header = Buffer.alloc(5)
  header.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([header, bytes])
}

/** The service that reads and writes streams. */
export const streamsService = '/event_store.client.streams.Streams'

/** The credentials of gRPC for a node, or for a server without TLS. */
export const grpcCredentials = (url: string) => {
  if (url.includes('tls=false')) return credentials.createInsecure()
  const { authorization, certificate } = addressOf(url)
  const metadata = new Metadata()
  metadata.add('authorization', authorization)
  const ofCall = credentials.createFromMetadataGenerator((_, give) => give(null, metadata))
  return credentials.combineChannelCredentials(credentials.createSsl(certificate), ofCall)
}
