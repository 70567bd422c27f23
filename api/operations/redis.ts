import type { ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CannotStart } from '#api/operations/first-checks.ts'
import type { ReadyMessage } from '#api/operations/parent.ts'
import type { ProcessSpec } from '#api/operations/supervised-process.ts'

/** The first of these programs on PATH. */
const findProgram = (...names: string[]): string | undefined =>
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

/** The Redis server that npm start runs; undefined where none is on PATH. */
export const redisProgram = (): string | undefined => findProgram('redis-server', 'valkey-server')

/** A port of 127.0.0.1 that nobody uses right now. */
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

/** True once a server on this port answers PING, and is not still loading its file. */
const answersPing = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => settle(false))
    socket.once('error', () => settle(false))
    socket.once('data', (data) => settle(data.toString().startsWith('+PONG')))
    socket.write('PING\r\n')
  })

const readiness =
  (port: number) =>
  async (child: ChildProcess): Promise<ReadyMessage> => {
    while (!(await answersPing(port))) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('Redis ended before it was ready')
      await wait(25)
    }
    return { type: 'listening', port }
  }

/**
 * Redis knows nothing of our IPC channel, so something has to end it when the supervisor was killed. Linux does that
 * by itself (PR_SET_PDEATHSIG, which setpriv sets). Elsewhere a shell waits for the end of its standard input, a pipe
 * that the supervisor's death closes.
 */
const WATCHING_SHELL = `"$@" & server=$!
(cat <&3 >/dev/null; kill $server 2>/dev/null) & watch=$!
trap 'kill $server' TERM INT
wait $server || wait $server; code=$?
kill $watch 2>/dev/null
exit $code`

const boundToParent = (command: string, args: readonly string[]): { command: string; args: readonly string[] } => {
  const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined
  if (setpriv !== undefined) return { command: setpriv, args: ['--pdeathsig', 'TERM', command, ...args] }
  return { command: '/bin/sh', args: ['-c', `exec 3<&0\n${WATCHING_SHELL}`, 'redis', command, ...args] }
}

/**
 * Redis or Valkey of our own: loopback only, its file in `folder`. It never evicts, because a job that was evicted
 * would wait for the sweeper. What it holds is disposable, so it need not write every change to disk; its own log
 * is `redis.log` beside its file.
 * @throws {CannotStart} when neither program is on PATH
 */
export const redisSpec = (folder: string, port: number, env: NodeJS.ProcessEnv): ProcessSpec => {
  const server = redisProgram()
  if (server === undefined)
    throw new CannotStart('Redis is missing: install redis-server or valkey-server, or set REDIS_URL.', 1)
  mkdirSync(folder, { recursive: true })
  const options = {
    bind: '127.0.0.1',
    port: String(port),
    dir: folder,
    'maxmemory-policy': 'noeviction',
    appendonly: 'no',
    // With any save rule Redis also writes its file when SIGTERM ends it.
    save: '3600 1',
    loglevel: 'warning',
    logfile: 'redis.log',
  }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return { name: 'Redis', ...boundToParent(server, args), env, readiness: readiness(port), graceMs: 10_000 }
}
