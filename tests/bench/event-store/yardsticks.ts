import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import grpc from '@grpc/grpc-js'
import { echo } from './echo-server.ts'
import { concurrently, measured } from './measure.ts'

const TABLE = `CREATE TABLE event (position INTEGER PRIMARY KEY, stream INTEGER, revision INTEGER, id BLOB, type TEXT,
  created INTEGER, json INTEGER, checksum INTEGER, metadata BLOB, data BLOB) STRICT;
  CREATE UNIQUE INDEX event_of_stream ON event (stream, revision)`

const id = Buffer.alloc(16, 7)
const data = Buffer.alloc(190, 65)
const metadata = Buffer.alloc(230, 66)

/** SQLite alone, with the rows, the index and the durability of the node's file. */
export async function sqliteYardsticks(folder: string) {
  const db = new DatabaseSync(join(folder, 'yardstick.sqlite'))
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; ${TABLE}`)
  const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  let position = 0
  const row = () => insert.run(++position * 500, position, 0, id, 'VisitAdded', 1_700_000_000_000, 1, 1, metadata, data)
  const commits = await measured(2000, () => {
    for (let i = 0; i < 2000; i++) row()
  })
  const inserts = await measured(100_000, () => {
    for (let batch = 0; batch < 200; batch++) {
      db.exec('BEGIN')
      for (let i = 0; i < 500; i++) row()
      db.exec('COMMIT')
    }
  })
  const all = db.prepare('SELECT * FROM event ORDER BY position')
  const rows = await measured(position, () => {
    for (const _ of all.iterate()) {
      // Measures reads only.
    }
  })
  db.close()
  return { commits, inserts, rows }
}

/** A bare unary call through the client's gRPC library to another process, by 1 and by 64 callers. */
export async function echoYardsticks() {
  const server: ChildProcess = fork(fileURLToPath(new URL('./echo-server.ts', import.meta.url)), { execArgv: [] })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure())
  const payload = Buffer.concat([id, data, metadata])
  const call = () =>
    new Promise<void>((resolve, reject) => {
      client.makeUnaryRequest(echo.path, echo.requestSerialize, echo.responseDeserialize, payload, (error) =>
        error ? reject(error) : resolve(),
      )
    })
  const callers = (count: number, each: number) =>
    measured(
      count * each,
      () =>
        concurrently(count, async () => {
          for (let i = 0; i < each; i++) await call()
        }),
      { pid: server.pid },
    )
  const one = await callers(1, 2000)
  const many = await callers(64, 300)
  client.close()
  server.kill()
  return { one, many }
}
