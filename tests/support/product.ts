import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#cli/operations/redis.ts'
import { type Caller, openCaller } from './caller.ts'
import { type Finished, runProgram } from './run-program.ts'

const supervisor = join(import.meta.dirname, '../../cli/operations/supervisor.ts')

/** The part of the command line by which each process of the product is identified. */
const marks = {
  'event store': /\/event-store\.js/,
  'payment sandbox': /\/payment-sandbox\.js/,
  Redis: /(redis|valkey)-server/,
  API: /\/api\.js/,
  workers: /\/workers\.js/,
} as const
export type Part = keyof typeof marks

export const parts = Object.keys(marks) as readonly Part[]

export type Product = {
  /** A caller without a session. */
  guest: () => Caller
  /** The present process of a part; undefined while it restarts. */
  pidOf: (part: Part) => number | undefined
  /** The process id of the supervisor. */
  pid: number
  /** Resolves when the supervisor has ended. */
  ended: Promise<Finished>
  stop: () => Promise<void>
}

export type Installation = { port: number; dataDir: string; remove: () => Promise<void> }

/** A free port and an empty data folder, for one start or for several. */
export const newInstallation = async (): Promise<Installation> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'siteledger-product-'))
  return { port: await freePort(), dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

const childrenOf = (pid: number): { pid: number; command: string }[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => Number(match?.[2]) === pid)
    .map((match) => ({ pid: Number(match?.[1]), command: match?.[3] ?? '' }))

/** The whole product in its own processes, as `npm start` runs it after the installation. */
export const startProduct = async ({ port, dataDir }: Installation, env: NodeJS.ProcessEnv = {}): Promise<Product> => {
  const running = runProgram(process.execPath, [supervisor], {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: dataDir,
    ...env,
  })
  await running.printed(/^Siteledger is ready: /m)
  const pid = running.child.pid ?? 0
  return {
    guest: () => openCaller(`http://127.0.0.1:${port}`, `http://localhost:${port}`),
    pidOf: (part) => childrenOf(pid).find(({ command }) => command.search(marks[part]) >= 0)?.pid,
    pid,
    ended: running.finished,
    stop: async () => {
      running.child.kill('SIGTERM')
      await running.finished
    },
  }
}
