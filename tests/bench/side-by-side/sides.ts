import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#cli/operations/redis.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { password } from '#tests/support/teams.ts'
import { type Seeded, startOn } from '../api/seeded.ts'
import { familyMegabytes, familySeconds } from '../process-cost.ts'
import { startCluster } from './plain/cluster.ts'
import { type Database, kinds, type Value } from './plain/database.ts'
import { createPostgresTables, openPostgres } from './plain/postgres.ts'
import { openSqlite } from './plain/sqlite.ts'

type Megabytes = ReturnType<typeof familyMegabytes>

/** One of the servers that are compared. */
export type Side = {
  name: string
  port: number
  /** Of a caller by API token, and by session cookie; the plain servers know nobody. */
  headers: Record<string, string>
  session: Record<string, string>
  /** The process that answers requests. */
  server: () => number
  /** Seconds of processor time of all processes so far. */
  spent: () => number
  /** Memory of all processes. */
  megabytes: () => Megabytes
  /** Ends the process that answers requests; resolves once it is gone and the next one starts. */
  endServer: () => Promise<void>
  stop: () => Promise<void>
}

/** Resolves once a server answers a list. */
export const firstList = async ({ port, headers }: Pick<Side, 'port' | 'headers'>): Promise<void> => {
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/api/clients?limit=50`, { headers }).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isUp())) await wait(5)
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

export const startOurs = async ({ dataDir, token, email }: Seeded, start = startOn): Promise<Side> => {
  const product = await start(dataDir)
  const owner = product.guest()
  await owner.call(signIn, { body: { email, password } })
  const accept = { accept: 'application/json' }
  const server = () => product.pidOf('API') ?? 0
  return {
    name: 'Siteledger',
    port: Number(new URL(product.url).port),
    headers: { authorization: `Bearer ${token}`, ...accept },
    session: { cookie: owner.cookie() ?? '', ...accept },
    server,
    spent: () => familySeconds(product.pid),
    megabytes: () => familyMegabytes(product.pid),
    endServer: async () => {
      const pid = server()
      process.kill(pid)
      while (existsSync(`/proc/${pid}`)) await wait(5)
    },
    stop: product.stop,
  }
}

const startPlain = async (name: string, args: readonly string[], others: readonly number[]): Promise<Side> => {
  const port = await freePort()
  const [database = '', place = '', folder = ''] = args
  mkdirSync(folder, { recursive: true })
  const options = { execArgv: [], env: { ...process.env, NODE_ENV: 'production' } }
  const start = () =>
    fork(join(import.meta.dirname, 'plain/server.ts'), [database, place, String(port), folder], options)
  let child: ChildProcess = start()
  const end = async () => {
    child.kill()
    await once(child, 'exit')
  }
  const pids = () => [child.pid ?? 0, ...others]
  const headers = { accept: 'application/json' }
  await firstList({ port, headers })
  return {
    name,
    port,
    headers,
    session: headers,
    server: () => child.pid ?? 0,
    spent: () => sum(pids().map(familySeconds)),
    megabytes: () => {
      const each = pids().map(familyMegabytes)
      return { resident: sum(each.map((one) => one.resident)), proportional: sum(each.map((one) => one.proportional)) }
    },
    endServer: async () => {
      await end()
      child = start()
    },
    stop: end,
  }
}

const columnsOf = {
  clients: ['id', 'name'],
  sites: ['id', 'client_id', 'name', 'postcode'],
  files: ['id', 'site_id', 'name', 'thumbnail_state'],
} as const

/** Copies the records of the seeded product, so that each side holds the same. */
const fill = async (db: Database, dataDir: string): Promise<void> => {
  const ours = new DatabaseSync(join(dataDir, 'read-models', 'facilities.sqlite'), { readOnly: true })
  for (const kind of kinds) {
    const columns = columnsOf[kind]
    const rows = ours.prepare(`SELECT ${columns.join(', ')} FROM ${kind} ORDER BY id`).all()
    const values = rows.map((row) => columns.map((column) => row[column] as Value))
    for (let from = 0; from < values.length; from += 10_000) {
      await db.insert(kind, columns, values.slice(from, from + 10_000))
    }
  }
  ours.close()
  await db.settle()
  await db.close()
}

export const startSqlite = async ({ dataDir }: Seeded, folder: string): Promise<Side> => {
  const path = join(folder, 'plain.sqlite')
  await fill(openSqlite(path), dataDir)
  return startPlain('SQLite', ['sqlite', path, join(folder, 'of-sqlite')], [])
}

export const startPostgres = async ({ dataDir }: Seeded, folder: string): Promise<Side> => {
  const cluster = await startCluster(join(folder, 'cluster'))
  await createPostgresTables(cluster.url)
  await fill(openPostgres(cluster.url), dataDir)
  const args = ['postgres', cluster.url, join(folder, 'of-postgres')]
  const side = await startPlain('PostgreSQL', args, [cluster.pid])
  const stop = async () => {
    await side.stop()
    await cluster.stop()
  }
  return { ...side, stop }
}
