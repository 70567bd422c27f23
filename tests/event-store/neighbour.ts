import { randomUUID } from 'node:crypto'
import { type Credentials, EventStoreDBClient, jsonEvent } from '@eventstore/db-client'

/** The credentials of an address; a server without any takes those that it is known for. */
export const credentialsIn = (url: string): Credentials => {
  const { username, password } = new URL(url.replace('esdb:', 'http:'))
  return { username: username || 'admin', password: password || 'changeit' }
}

/**
 * Another application that writes into the same log as a test until it is stopped: some ten times a second, events of
 * types that tests have as well. Its calls have credentials of their own, so that they share none with a test's.
 */
export const startNeighbour = (url: string) => {
  const client = EventStoreDBClient.connectionString(url)
  const stream = `neighbour-${randomUUID()}`
  const credentials = credentialsIn(url)
  const types = ['Noted', 'Visited', 'Moved', 'VisitEnded']
  let stopped = false
  const write = async (): Promise<void> => {
    while (!stopped) {
      const events = types.map((type) => jsonEvent({ type, data: { n: 99 } }))
      await client.appendToStream(stream, events, { credentials })
    }
  }
  const writing = write()
  return {
    stop: async () => {
      stopped = true
      await writing
      await client.dispose()
    },
  }
}
