import { join } from 'node:path'
import type { Caller } from './caller.ts'

/** Data folders that earlier versions wrote, and what their lists said; record-installation.ts makes another. */
export const earlierInstallations = join(import.meta.dirname, '../fixtures/installations')

/** Whoever registered in each of them. */
export const owner = { name: 'Ann Archer', email: 'ann@example.com', password: 'correct horse 7 battery' }

const lists = [
  '/api/clients',
  '/api/sites',
  '/api/visits',
  '/api/files',
  '/api/documents',
  '/api/categories',
  '/api/trash',
  '/api/history',
  '/user/current',
  '/api/imports',
  '/api/files/search/ground',
  '/api/sites/search/quay',
]

/** The words of the history are those of the version that tells it. */
const withoutWords = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (name === 'summary' ? undefined : value)))

/** The lists of a caller, by their paths. */
export const listsOf = async (caller: Caller): Promise<Record<string, unknown>> => {
  const said: Record<string, unknown> = {}
  for (const path of lists) said[path] = withoutWords((await caller.request('GET', path)).body)
  return said
}
