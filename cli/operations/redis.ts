import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '#cli/operations/first-checks.ts'
import type { ProcessSpec, ReadyMessage } from '#cli/supervisor/process-group.ts'

/** The first of these programs on PATH. */
export const findProgram = (...names: string[]): string | undefined =>
  names
    .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

/** The Redis server program for npm start; undefined if none is on PATH. */
export const redisProgram = (): string | undefined => findProgram('redis-server', 'valkey-server')

/** A free port of 127.0.0.1. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })

/** Whether the server on this port accepts the password, answers PING and has loaded its file. */
const answersPing = (port: number, password: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => settle(false))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
    let answer = ''
    socket.on('data', (data) => {
      answer += data
      if (answer.split('\r\n').length > 2) settle(answer === '+OK\r\n+PONG\r\n')
    })
    socket.write(`AUTH ${password}\r\nPING\r\n`)
  })

/** Pings until Redis is taken for stuck: a minute, if each is refused at once. */
const pings = 2_400

/** Resolves once Redis answers; rejects when it has ended, or has not answered so many pings. */
export const readiness =
  (port: number, password: string, maxTries = pings) =>
  async (child: ChildProcess): Promise<ReadyMessage> => {
    for (let tries = 1; !(await answersPing(port, password)); tries += 1) {
      if (tries === maxTries) throw new Error('Redis did not get ready')
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('Redis ended before it was ready')
      await wait(25)
    }
    return { type: 'listening', port }
  }

/**
 * Redis does not know our IPC channel, so something else has to end it when the supervisor is killed. Linux does so by
 * a parent-death signal (PR_SET_PDEATHSIG, set by setpriv). Elsewhere a shell waits for the end of its standard input,
 * a pipe that closes with the supervisor.
 */
const watchingShell = `"$@" & server=$!
(cat <&3 >/dev/null; kill $server 2>/dev/null) & watch=$!
trap 'kill $server' TERM INT
wait $server || wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

export const boundToParent = (
  command: string,
  args: readonly string[],
): { command: string; args: readonly string[] } => {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined
  if (setpriv !== undefined) return { command: setpriv, args: ['--pdeathsig', 'TERM', command, ...args] }
  return { command: '/bin/sh', args: ['-c', `exec 3<&0\n${watchingShell}`, 'redis', command, ...args] }
}

/** The folder of our own Redis, and where and with which password clients reach it. */
type RedisEndpoint = { folder: string; port: number; password: string }

/** The part of Redis's configuration that says where it listens, and with which password. */
const endpointFile = 'redis.conf'

const urlOf = (port: string | number, password: string): string => `redis://:${password}@127.0.0.1:${port}`

/** The address of our own Redis in a folder; undefined if none has run there. */
export const findRedisUrl = (folder: string): string | undefined => {
  const file = join(folder, endpointFile)
  const [, port, password] =
    /^port (\d+)\nrequirepass (\w+)\n$/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? []
  return port && password ? urlOf(port, password) : undefined
}

/** A new endpoint for our own Redis, with a password of its own, and the address for its clients. */
export const newRedisEndpoint = async (folder: string): Promise<RedisEndpoint & { url: string }> => {
  const port = await freePort()
  const password = randomBytes(32).toString('hex')
  return { folder, port, password, url: urlOf(port, password) }
}

/**
 * Our own Redis or Valkey. It listens on the loopback address alone, asks for the password, and keeps its file in `folder`,
 * next to its log `redis.log`. It never evicts, because an evicted job would wait for the next sweep. Its data is
 * disposable, so it need not write every change to disk.
 * @throws {CannotStart} when neither program is on PATH
 */
export const redisSpec = ({ folder, port, password }: RedisEndpoint, env: NodeJS.ProcessEnv): ProcessSpec => {
  const server = redisProgram()
  if (server === undefined)
    throw new CannotStart('Redis is missing: install redis-server or valkey-server, or set REDIS_URL.', 1)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Every account of the machine can read the arguments of a process.
  const secrets = join(folder, endpointFile)
  rmSync(secrets, { force: true })
  writeFileSync(secrets, `port ${port}\nrequirepass ${password}\n`, { mode: 0o600, flag: 'wx' })
  const options = {
    bind: '127.0.0.1',
    dir: folder,
    'maxmemory-policy': 'noeviction',
    appendonly: 'no',
    // With any save rule Redis also writes its file on SIGTERM.
    save: '3600 1',
    loglevel: 'warning',
    logfile: 'redis.log',
  }
  const args = [secrets, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])]
  return { name: 'Redis', ...boundToParent(server, args), env, readiness: readiness(port, password), graceMs: 10_000 }
}
