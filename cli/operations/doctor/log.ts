import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Env } from '#api/env/env.ts'
import { askEventStore, connectEventStore } from '#api/event-store/eventstoredb.ts'
import { logIdOf } from '#api/event-store/founding.ts'
import { logStream } from '#api/event-store/streams.ts'
import { foreignTo, keptBeside, unsealed } from '#api/installation/log-identity.ts'
import { payloadSchemas } from '#schemas/events/registry.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

/** Compares the id of a log with what is kept beside it (D-110); `id` is undefined for a log that has none yet. */
const compareLog = async (env: Env, id: string | undefined): Promise<Finding[]> => {
  const foreign = (await keptBeside(env)).find(({ logId }) => logId !== id)
  if (foreign) return [wrong('log', foreignTo(id, foreign))]
  if (id === undefined) return [odd('log', 'It has no id yet; the next start gives it one.')]
  return [fine('log', `It is the log ${id}, and so are keys and content.`)]
}

/** The same of the log of an EventStoreDB; another check says where that does not answer. */
const checkLogAt = async (env: Env, url: string): Promise<Finding[]> => {
  if ((await askEventStore(url).catch((error: Error) => error)) instanceof Error) return []
  const log = connectEventStore(url)
  try {
    return await compareLog(env, await logIdOf(unsealed(log)))
  } finally {
    await log.close()
  }
}

/** Checks whether the log is the one that keys and content belong to. */
export const checkLogIdentity = async (env: Env): Promise<Finding[]> => {
  const file = join(env.dataDir, 'events.sqlite')
  if (env.eventStoreUrl) return checkLogAt(env, env.eventStoreUrl)
  if (!existsSync(file)) return (await keptBeside(env)).length === 0 ? [] : compareLog(env, undefined)
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const row = db
      .prepare('SELECT data FROM event WHERE stream = (SELECT id FROM stream WHERE name = ?) AND type = ?')
      .get(logStream, 'LogFounded')
    const founded = row && payloadSchemas.LogFounded.parse(JSON.parse(Buffer.from(row.data as Uint8Array).toString()))
    return await compareLog(env, founded?.id)
  } finally {
    db.close()
  }
}
