import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#cli/operations/redis.ts'

export type Cluster = { url: string; pid: number; stop: () => Promise<void> }

/** The folder of PostgreSQL's programs on Debian, whose package is installed when it is missing. */
const programs = (): string => {
  const installed = () => globSync('/usr/lib/postgresql/*/bin/postgres').map(dirname).at(-1)
  if (!installed()) {
    execFileSync('apt-get', ['update'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '--yes', 'postgresql'], { stdio: 'inherit' })
  }
  const found = installed()
  if (!found) throw new Error('PostgreSQL is not installed')
  return found
}

/** PostgreSQL refuses to run as root. */
const owner = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/** Starts a new PostgreSQL with its usual configuration and its data in a folder. */
export const startCluster = async (folder: string): Promise<Cluster> => {
  const bin = programs()
  const as = owner()
  mkdirSync(folder, { mode: 0o700 })
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid)
  const options = { ...as, cwd: folder, stdio: 'ignore' } as const
  execFileSync(
    join(bin, 'initdb'),
    ['-D', folder, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  )
  const port = await freePort()
  const args = ['-D', folder, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  const child = spawn(join(bin, 'postgres'), args, options)
  const ended = once(child, 'exit')
  const url = `postgres://bench@127.0.0.1:${port}/postgres`
  const isUp = async () => {
    const client = new Client({ connectionString: url })
    // A connection that breaks is told by an event as well.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return true
    } catch {
      return false
    }
  }
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('PostgreSQL ended while it started')
    await wait(50)
  }
  const stop = async () => {
    child.kill('SIGINT')
    await ended
  }
  process.once('exit', () => child.kill('SIGINT'))
  return { url, pid: child.pid ?? 0, stop }
}
